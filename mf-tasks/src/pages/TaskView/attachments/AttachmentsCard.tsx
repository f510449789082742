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

/** Reporters attach to their own tasks only; who is no reporter attaches to what they see: narrower than spec 3 §6. */
const useMayAttach = ({ view }: Task): boolean => {
  const isSignedIn = useSession() !== undefined;
  const { hasBasePermission } = usePermissions();
  return isSignedIn && (hasBasePermission || view === 'author');
};

/** The task's files, and for who is signed in the place to add some (spec 3 §2). */
export const AttachmentsCard = ({ task }: { task: Task }) => {
  const t = useTaskMessages();
  const mayAttach = useMayAttach(task);
  const { download, busyId, failure, clearFailure } = useDownload(task.publicTaskId);
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
            busyId={busyId}
            onDownload={(attachment) => void download(attachment)}
            onPreview={({ id }) => setPreviewedId(id)}
          />
        ) : (
          <Text muted>{t('attachments.none')}</Text>
        )}
        {mayAttach ? <UploadArea taskId={publicTaskId} /> : null}
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
