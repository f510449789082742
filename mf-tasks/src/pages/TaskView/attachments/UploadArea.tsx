import { limits } from '@obieg/contracts/limits';
import { Button, Notice } from '@obieg/ui';
import { Suspense, useRef } from 'react';
import { createPortal } from 'react-dom';
import { ChooseFilesButton } from '../../../files/ChooseFilesButton';
import classes from '../../../files/files.module.css';
import { UploadList } from '../../../files/UploadList';
import { useDroppedFiles, usePastedFiles } from '../../../files/use-incoming-files';
import { useTaskMessages } from '../../../i18n/messages';
import { lazyPart } from '../../../lazy-parts/lazy-part';
import { hasCameraInterface } from './camera';
import { useUploads } from './task-uploads';
import { useCamera } from './use-camera';

const CameraDialog = lazyPart(() => import(/* webpackChunkName: "mf-tasks-camera" */ './CameraDialog'));

interface UploadAreaProps {
  taskId: number;
  /** The task has the maximum number of files. */
  isFull: boolean;
  /** The task has no files. */
  isEmpty: boolean;
  /** The element in the head of the card that receives the buttons. There they do not move the activity down. */
  head: HTMLElement;
}

/** Adds files by file dialog, drag and drop, clipboard or camera (spec 3 §2, §5). */
export const UploadArea = ({ taskId, isFull, isEmpty, head }: UploadAreaProps) => {
  const t = useTaskMessages();
  const { items, add, retry, remove } = useUploads(taskId);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const isDragging = useDroppedFiles(add);
  usePastedFiles(add);
  const camera = useCamera();
  const fullReason = isFull ? t('attachments.full', { max: limits.attachmentsPerTaskMax }) : undefined;
  const controls = (
    <>
      <span className={classes['uploadHint']}>
        {t('attachments.hint')}
        {hasCameraInterface() ? null : <span>{t('attachments.cameraUnavailable')}</span>}
      </span>
      <ChooseFilesButton ref={chooseButton} size="small" disabledReason={fullReason} onChoose={add} />
      {hasCameraInterface() ? (
        <Button
          ref={camera.button}
          size="small"
          icon="camera"
          loading={camera.isOpening}
          disabledReason={fullReason}
          onClick={() => void camera.open()}
        >
          {t('attachments.camera')}
        </Button>
      ) : null}
    </>
  );
  return (
    <div className={classes['upload']} data-over={isDragging || undefined}>
      {createPortal(controls, head)}
      {isEmpty ? <p className={classes['emptyHint']}>{t('attachments.drop')}</p> : null}
      {items.length > 0 ? (
        <UploadList
          items={items}
          onRetry={retry}
          onRemove={(id) => {
            remove(id);
            chooseButton.current?.focus();
          }}
        />
      ) : null}
      {camera.errorCode ? (
        <Notice tone="danger" onDismiss={camera.clearErrorCode}>
          {t(`attachments.cameraError.${camera.errorCode}`)}
        </Notice>
      ) : null}
      {camera.stream ? (
        <Suspense>
          <CameraDialog
            stream={camera.stream}
            onPhoto={(photo) => {
              add([photo]);
              camera.close();
            }}
            onClose={camera.close}
          />
        </Suspense>
      ) : null}
    </div>
  );
};
