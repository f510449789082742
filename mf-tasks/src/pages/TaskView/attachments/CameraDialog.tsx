import { Button } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { useEffect, useRef, useState } from 'react';
import { createPhotoName } from '../../../files/choose-files';
import classes from '../../../files/files.module.css';
import { useTaskMessages } from '../../../i18n/messages';
import { takePhoto } from './camera';
import { useObjectUrl } from './use-object-url';

interface CameraDialogProps {
  stream: MediaStream;
  onPhoto: (photo: File) => void;
  onClose: () => void;
}

/** Focuses the button of the current step when it becomes enabled. The previous step's button has been removed. */
const useFocusWhen = (isReady: boolean) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isReady) button.current?.focus();
  }, [isReady]);
  return button;
};

/** Camera view. Shows a photo for confirmation before using it (spec 3 §9). */
const CameraDialog = ({ stream, onPhoto, onClose }: CameraDialogProps) => {
  const t = useTaskMessages();
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [isLive, setIsLive] = useState(false);
  const [photo, setPhoto] = useState<File>();
  const photoUrl = useObjectUrl(photo);
  const takeButton = useFocusWhen(isLive && photo === undefined);
  const useButton = useFocusWhen(photo !== undefined);

  useEffect(() => {
    if (video) video.srcObject = stream;
  }, [video, stream]);

  const take = async (): Promise<void> => {
    if (!video) return;
    setPhoto(new File([await takePhoto(video)], createPhotoName(new Date()), { type: 'image/jpeg' }));
  };
  const retake = (): void => {
    setIsLive(false);
    setPhoto(undefined);
  };
  return (
    <Modal isOpen onClose={onClose} title={t('attachments.camera')} width="wide">
      <div className={classes['viewfinder']}>
        {photo && photoUrl ? (
          <img src={photoUrl} alt={t('attachments.photo')} />
        ) : (
          <>
            <video
              ref={setVideo}
              autoPlay
              playsInline
              muted
              aria-label={t('attachments.cameraLive')}
              onLoadedData={() => setIsLive(true)}
            />
            {isLive ? null : <p className={classes['starting']}>{t('attachments.cameraStarting')}</p>}
          </>
        )}
      </div>
      <ModalActions>
        {photo ? (
          <>
            <Button icon="refresh" onClick={retake}>
              {t('attachments.retake')}
            </Button>
            <Button ref={useButton} variant="primary" icon="check" onClick={() => onPhoto(photo)} key="use">
              {t('attachments.usePhoto')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('attachments.cancelPhoto')}</Button>
            <Button
              ref={takeButton}
              variant="primary"
              icon="camera"
              disabled={!isLive}
              onClick={() => void take()}
              key="take"
            >
              {t('attachments.take')}
            </Button>
          </>
        )}
      </ModalActions>
    </Modal>
  );
};
export default CameraDialog;
