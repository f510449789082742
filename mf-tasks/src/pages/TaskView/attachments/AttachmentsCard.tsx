import type { Task } from '@obieg/contracts';
import { Card, Notice, Text } from '@obieg/ui';
import { usePermissions, useSession } from '@obieg/web-kit';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lazy-part';
import { useTaskMessages } from '../../../messages';
import { AttachmentList } from './AttachmentList';
import classes from './attachments.module.css';
import { isPreviewable } from './previewable';
import { UploadArea } from './UploadArea';
import { useDownload } from './use-download';

const PreviewDialog = lazyPart(() => import(/* webpackChunkName: "mf-tasks-preview" */ './PreviewDialog'));

/** Reporters attach only to their own tasks, other members to all visible tasks. This is stricter than spec 3 §6. */
const useCanAttach = ({ view }: Task): boolean => {
  const isSignedIn = useSession() !== undefined;
  const { hasBasePermission } = usePermissions();
  return isSignedIn && (hasBasePermission || view === 'author');
};

/** Attachments of a task, with an upload area for callers who may attach files (spec 3 §2). */
export const AttachmentsCard = ({ task }: { task: Task }) => {
  const t = useTaskMessages();
  const canAttach = useCanAttach(task);
  const { download, downloadingId, failure, clearFailure } = useDownload(task.publicTaskId);
  const [previewedId, setPreviewedId] = useState<number>();
  const { attachments, publicTaskId } = task;
  return (
    <Card title={t('attachments.title')}>
      <div className={classes['card']}>
        {failure ? (
          <Notice tone="danger" onDismiss={clearFailure}>
            {failure}
          </Notice>
        ) : null}
        {attachments.length > 0 ? (
          <AttachmentList
            attachments={attachments}
            downloadingId={downloadingId}
            onDownload={(attachment) => void download(attachment)}
            onPreview={({ id }) => setPreviewedId(id)}
          />
        ) : (
          <Text muted>{t('attachments.none')}</Text>
        )}
        {canAttach ? <UploadArea taskId={publicTaskId} /> : null}
      </div>
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
