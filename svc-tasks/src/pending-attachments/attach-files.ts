import { sendWithCommit, type Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { countFreeAttachments } from '../attachments/attachments.repo';
import {
  type ChangeEntry,
  type EntryContext,
  insertChangeEntry,
  insertChangeEntryNow,
} from '../history/history.repo';
import { emailOf } from '../members/members.repo';
import { uploaderShownByLink } from '../policy/attachments.policy';
import { recordTaskChanged } from '../tasks/tasks.events';
import { type TaskRow, updateTaskTime } from '../tasks/tasks.repo';
import { listFileNames } from './pending.repo';

interface Submission {
  organizationId: number;
  secretHash: string;
}

/** The deletion of the rows and the insertion are one statement, so that a file is never in both tables. */
const moveFiles = `
  with moved as (
    delete from pending_attachments
     where organization_id = :organizationId and id in (
       select id from pending_attachments
        where organization_id = :organizationId and secret_hash = :secretHash and stored_at is not null
        order by stored_at, id limit :max)
    returning *)
  insert into attachments (organization_id, task_id, object_name, original_filename, mime_type, file_size, sha256,
    uploaded_at, uploaded_by_user_id, uploaded_by_email)
  select t.organization_id, t.id, m.object_name, m.original_filename, m.mime_type, m.file_size, m.sha256,
    m.stored_at, :userId, ${emailOf(':userId', ':email')}
    from moved m
    join tasks t on t.organization_id = m.organization_id and t.public_task_id = :publicTaskId
   order by m.stored_at, m.id`;

const moveStatement = (tx: Tx, submission: Submission, context: EntryContext, max: number): Knex.Raw =>
  tx.raw(moveFiles, { ...submission, ...context, max });

const createEntry = (name: string): ChangeEntry => ({
  change_type: 'ATTACHMENT',
  changes: [{ field: 'attachment', label: null, before: null, after: name }],
});

/** Attaches the files to a task that is inserted when the transaction commits. */
export const attachToNewTask = async (
  tx: Tx,
  submission: Submission,
  context: EntryContext,
): Promise<void> => {
  const names = await listFileNames(tx, submission.organizationId, submission.secretHash);
  sendWithCommit(tx, moveStatement(tx, submission, context, names.length));
  for (const name of names) insertChangeEntry(tx, context, createEntry(name));
};

/**
 * Attaches the files to a locked task, as many as fit beside those that the link of the author's mail shows. Writes
 * history entries and an event.
 */
export const attachToTask = async (
  tx: Tx,
  submission: Submission,
  task: TaskRow,
  author: { userId: number; email: string },
  traceparent: string | undefined,
): Promise<void> => {
  const free = await countFreeAttachments(tx, task.id, uploaderShownByLink(task, author.userId));
  const all = await listFileNames(tx, submission.organizationId, submission.secretHash);
  const names = all.slice(0, free);
  if (names.length === 0) return;
  const context = { publicTaskId: task.public_task_id, ...author };
  await moveStatement(tx, submission, context, names.length);
  for (const name of names) await insertChangeEntryNow(tx, context, createEntry(name));
  const updatedAt = await updateTaskTime(tx, task.id);
  recordTaskChanged(tx, { ...task, updated_at: updatedAt }, traceparent);
};
