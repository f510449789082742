import { Button, Icon, Notice, Text } from '@obieg/ui';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTaskMessages } from '../../../messages';
import { useUploads } from './attachments.api';
import classes from './attachments.module.css';
import {
  type CameraProblem,
  closeCamera,
  describeCameraProblem,
  hasCameraInterface,
  openCamera,
} from './camera';
import { acceptedFiles } from './choose-files';
import { UploadList } from './UploadList';
import { useDroppedFiles, usePastedFiles } from './use-incoming-files';

const CameraDialog = lazy(() => import(/* webpackChunkName: "mf-tasks-camera" */ './CameraDialog'));

/** The camera is asked for before its dialog opens, so that a refusal is told where one has pressed. */
const useCamera = () => {
  const [stream, setStream] = useState<MediaStream>();
  const [isOpening, setIsOpening] = useState(false);
  const [problem, setProblem] = useState<CameraProblem>();
  const open = async (): Promise<void> => {
    setProblem(undefined);
    setIsOpening(true);
    try {
      setStream(await openCamera());
    } catch (error) {
      setProblem(describeCameraProblem(error));
    } finally {
      setIsOpening(false);
    }
  };
  const close = (): void => {
    if (stream) closeCamera(stream);
    setStream(undefined);
  };
  const button = useRef<HTMLButtonElement>(null);
  const isBusy = isOpening || stream !== undefined;
  const wasBusy = useRef(false);
  useEffect(() => {
    // A button that cannot be pressed loses the focus, so it is given back here.
    if (wasBusy.current && !isBusy) button.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return { button, stream, isOpening, problem, open, close, clearProblem: () => setProblem(undefined) };
};

/** Adds files from disk, by dropping, from the clipboard or from the camera (spec 3 §2, §5). */
export const UploadArea = ({ taskId }: { taskId: number }) => {
  const t = useTaskMessages();
  const { items, add, retry, remove } = useUploads(taskId);
  const input = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const isOver = useDroppedFiles(add);
  usePastedFiles(add);
  const camera = useCamera();
  return (
    <div className={classes['upload']}>
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
      {camera.problem ? (
        <Notice tone="danger" onDismiss={camera.clearProblem}>
          {t(`attachments.cameraError.${camera.problem}`)}
        </Notice>
      ) : null}
      <div className={classes['drop']} data-over={isOver || undefined}>
        <span className={classes['dropIcon']}>
          <Icon name="upload" size={22} />
        </span>
        <p className={classes['dropText']}>{t('attachments.drop')}</p>
        <div className={classes['dropActions']}>
          <Button ref={chooseButton} icon="file" onClick={() => input.current?.click()}>
            {t('attachments.choose')}
          </Button>
          {hasCameraInterface() ? (
            <Button
              ref={camera.button}
              icon="camera"
              loading={camera.isOpening}
              onClick={() => void camera.open()}
            >
              {t('attachments.camera')}
            </Button>
          ) : null}
        </div>
        <Text muted size="small">
          {t('attachments.hint')}
        </Text>
        {hasCameraInterface() ? null : (
          <Text muted size="small">
            {t('attachments.cameraUnavailable')}
          </Text>
        )}
        <input
          ref={input}
          hidden
          type="file"
          multiple
          accept={acceptedFiles}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])]);
            // The same file chosen once more is a change, too.
            currentTarget.value = '';
          }}
        />
      </div>
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
