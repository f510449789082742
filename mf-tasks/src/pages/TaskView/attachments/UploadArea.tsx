import { limits } from '@obieg/contracts/limits';
import { Button, Notice, Text } from '@obieg/ui';
import { Suspense, useRef } from 'react';
import { lazyPart } from '../../../lazy-part';
import { useTaskMessages } from '../../../messages';
import { useUploads } from './attachments.api';
import classes from './attachments.module.css';
import { hasCameraInterface } from './camera';
import { acceptedFiles } from './choose-files';
import { UploadList } from './UploadList';
import { useCamera } from './use-camera';
import { useDroppedFiles, usePastedFiles } from './use-incoming-files';

const CameraDialog = lazyPart(() => import(/* webpackChunkName: "mf-tasks-camera" */ './CameraDialog'));

interface UploadAreaProps {
  taskId: number;
  /** The task has the maximum number of files. */
  isFull: boolean;
}

/** Adds files by file dialog, drag and drop, clipboard or camera (spec 3 §2, §5). */
export const UploadArea = ({ taskId, isFull }: UploadAreaProps) => {
  const t = useTaskMessages();
  const { items, add, retry, remove } = useUploads(taskId);
  const input = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const isDragging = useDroppedFiles(add);
  usePastedFiles(add);
  const camera = useCamera();
  const fullReason = isFull ? t('attachments.full', { max: limits.attachmentsPerTaskMax }) : undefined;
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
      {camera.errorCode ? (
        <Notice tone="danger" onDismiss={camera.clearErrorCode}>
          {t(`attachments.cameraError.${camera.errorCode}`)}
        </Notice>
      ) : null}
      <div className={classes['drop']} data-drop="" data-over={isDragging || undefined}>
        <div className={classes['dropText']}>
          <p className={classes['dropHint']}>{t('attachments.drop')}</p>
          <Text muted size="small">
            {t('attachments.hint')}
          </Text>
          {hasCameraInterface() ? null : (
            <Text muted size="small">
              {t('attachments.cameraUnavailable')}
            </Text>
          )}
        </div>
        <div className={classes['dropActions']}>
          <Button
            ref={chooseButton}
            icon="upload"
            disabledReason={fullReason}
            onClick={() => input.current?.click()}
          >
            {t('attachments.choose')}
          </Button>
          {hasCameraInterface() ? (
            <Button
              ref={camera.button}
              icon="camera"
              loading={camera.isOpening}
              disabledReason={fullReason}
              onClick={() => void camera.open()}
            >
              {t('attachments.camera')}
            </Button>
          ) : null}
        </div>
        <input
          ref={input}
          hidden
          type="file"
          multiple
          accept={acceptedFiles}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])]);
            // Without a reset, choosing the same file again fires no change event.
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
