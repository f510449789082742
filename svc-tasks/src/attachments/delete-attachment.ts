import { type Logger, problem, withOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { createEntryContext, insertChangeEntry } from '../history/history.repo';
import { translate } from '../messages/server-messages';
import { mayDeleteAttachment } from '../policy/attachments.policy';
import { openTaskForUpdate, selectTaskId } from '../tasks/open-task';
import { recordTaskChanged } from '../tasks/tasks.events';
import { updateTaskTime } from '../tasks/tasks.repo';
import { type AttachmentRow, selectAttachment } from './attachments.repo';
import { abandonUpload, recordDeletion } from './unfinished-uploads';
import type { AttachmentDependencies } from './upload-attachment';

interface AttachmentReference {
  publicTaskId: number;
  attachmentId: number;
}

/**
 * Deletes the row, and writes the history entry and the event. The history has the type of an edit, which screens of
 * earlier releases show correctly. @returns the name of the object that the store must remove
 */
const deleteRow = (
  { db }: AttachmentDependencies,
  caller: SignedInCaller,
  { publicTaskId, attachmentId }: AttachmentReference,
): Promise<string> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const { row: task, view } = await openTaskForUpdate(tx, caller, publicTaskId);
    const selected = selectAttachment(tx, selectTaskId(tx, caller, publicTaskId), attachmentId);
    const attachment = (await selected.first()) as AttachmentRow | undefined;
    if (!attachment) throw problem.notFound(translate(caller.language, 'attachmentNotFound'));
    if (!mayDeleteAttachment(attachment.uploaded_by_user_id, view, caller.actor))
      throw problem.forbidden(translate(caller.language, 'attachmentDeleteForbidden'));
    const { object_name: objectName, original_filename: before } = attachment;
    await tx('attachments').where({ id: attachment.id }).delete();
    await recordDeletion(tx, caller.organizationId, objectName);
    insertChangeEntry(tx, createEntryContext(caller, task), {
      change_type: 'EDIT',
      changes: [{ field: 'attachment', label: null, before, after: null }],
    });
    const updatedAt = await updateTaskTime(tx, task.id);
    recordTaskChanged(tx, { ...task, updated_at: updatedAt }, caller.traceparent);
    return objectName;
  });

/**
 * Deletes an attachment and its file. A file that the store cannot remove now is unreachable, and the sweeper removes
 * it later.
 *
 * @throws 404 if task or attachment does not exist or is not visible, 403 unless the caller uploaded the file or has
 * OPERATOR
 */
export const deleteAttachment = async (
  dependencies: AttachmentDependencies,
  caller: SignedInCaller,
  reference: AttachmentReference,
  log: Logger,
): Promise<void> => {
  const { db, store } = dependencies;
  const objectName = await deleteRow(dependencies, caller, reference);
  await abandonUpload(db, store, caller.organizationId, objectName).catch((error: unknown) =>
    log.warn({ err: error, objectName }, 'could not remove a deleted file; the sweeper retries'),
  );
};
