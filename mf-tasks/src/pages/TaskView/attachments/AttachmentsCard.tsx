import type { Attachment, Task } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Card, focusUnlessElsewhere, Notice, Text } from '@obieg/ui';
import { usePermissions, useSession } from '@obieg/web-kit';
import { Suspense, useRef, useState } from 'react';
import classes from '../../../files/files.module.css';
import { useTaskMessages } from '../../../i18n/messages';
import { lazyPart } from '../../../lazy-parts/lazy-part';
import { AttachmentList } from './AttachmentList';
import { isPreviewable } from './previewable';
import { useDownload } from './use-download';

const DeleteAttachment = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-delete-attachment" */ './DeleteAttachment'),
);
/** A lazy part, because visitors do not attach files to a task. */
const UploadArea = lazyPart(async () => {
  const module = await import(/* webpackChunkName: "mf-tasks-upload" */ './UploadArea');
  return { default: module.UploadArea };
});

const PreviewDialog = lazyPart(() => import(/* webpackChunkName: "mf-tasks-preview" */ './PreviewDialog'));

/**
 * Reporters attach only to their own tasks, also by the link of a mail, other members to all visible tasks. This is
 * stricter than spec 3 §6.
 */
const useCanAttach = ({ view }: Task): boolean => {
  const isSignedIn = useSession() !== undefined;
  const { hasBasePermission } = usePermissions();
  return view === 'author' || (isSignedIn && hasBasePermission);
};

/** Attachments of a task, with buttons to add files for callers who may attach files (spec 3 §2). */
export const AttachmentsCard = ({ task }: { task: Task }) => {
  const t = useTaskMessages();
  const canAttach = useCanAttach(task);
  const [head, setHead] = useState<HTMLElement | null>(null);
  const { download, downloadingId, failure, clearFailure } = useDownload(task.publicTaskId);
  const [previewedId, setPreviewedId] = useState<number>();
  const region = useRef<HTMLDivElement>(null);
  const [deleted, setDeleted] = useState<Attachment>();
  const { attachments, publicTaskId } = task;
  return (
    <Card
      title={t('attachments.title')}
      actions={canAttach ? <div ref={setHead} className={classes['headActions']} /> : undefined}
    >
      <div ref={region} tabIndex={-1} className={classes['card']}>
        {failure ? (
          <Notice tone="danger" onDismiss={clearFailure}>
            {failure}
          </Notice>
        ) : null}
        {attachments.length > 0 ? (
          <AttachmentList
            task={task}
            downloadingId={downloadingId}
            onDownload={(attachment) => void download(attachment)}
            onPreview={({ id }) => setPreviewedId(id)}
            onDelete={setDeleted}
          />
        ) : (
          <Text muted>{t('attachments.none')}</Text>
        )}
        {canAttach && head ? (
          <Suspense>
            <UploadArea
              taskId={publicTaskId}
              isFull={attachments.length >= limits.attachmentsPerTaskMax}
              isEmpty={attachments.length === 0}
              head={head}
            />
          </Suspense>
        ) : null}
      </div>
      {deleted ? (
        <Suspense>
          <DeleteAttachment
            taskId={publicTaskId}
            attachment={deleted}
            onClose={() => {
              setDeleted(undefined);
              // The deleted row took its button with it.
              focusUnlessElsewhere(region.current, region.current);
            }}
          />
        </Suspense>
      ) : null}
      {previewedId === undefined ? null : (
        <Suspense>
          <PreviewDialog
            taskId={publicTaskId}
            attachments={attachments.filter(isPreviewable)}
            openId={previewedId}
            onOpen={setPreviewedId}
            onClose={() => setPreviewedId(undefined)}
          />
        </Suspense>
      )}
    </Card>
  );
};
