import { Readable } from 'node:stream';
import type { Comment, Task } from '@obieg/contracts';
import { type Actor, type Database, type JsonText, readOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { commentsPart } from '../comments/list-comments';
import { type EntryBatch, writeEntries } from '../history/entry-batches';
import { uploaderShownByLink } from '../policy/attachments.policy';
import { authorize } from '../tasks/open-task';
import { readTaskPart, type TaskPart } from '../tasks/task-parts';
import { presentTask } from '../tasks/tasks.presenter';
import { type ReaderTaskDetailsRow, selectReaderTaskDetails } from '../tasks/tasks.repo';
import { statusHistoryPart } from '../transitions/transitions.service';
import { getConfigurationOfVersion, selectConfigurationVersion } from '../workflow-model/configuration.repo';

/** Removes the files that the link does not show. A link cannot delete files. */
const limitToLink = (task: Task, row: ReaderTaskDetailsRow, { userId }: Actor): Task => ({
  ...task,
  // An author may delete exactly the files that they uploaded.
  attachments: task.attachments
    .filter(({ canDelete }) => canDelete || uploaderShownByLink(row, userId) === undefined)
    .map((attachment) => ({ ...attachment, canDelete: false })),
});

/** A link neither changes comments nor shows mails, which their writer has. */
const withoutChanges = ({ entries, lastId }: EntryBatch<Comment>): EntryBatch<Comment> => ({
  entries: entries.map(({ revision: _, ...comment }) => ({
    ...comment,
    canChange: false,
    hasMailText: false,
  })),
  lastId,
});

/** The task's comments as a link shows them. */
const reporterCommentsPart: TaskPart<EntryBatch<Comment>> = {
  ...commentsPart,
  present: async (context, rows) => withoutChanges(await commentsPart.present(context, rows)),
};

/** Returns the task as its link shows it. @throws 404 */
export const viewReporterTask = async (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
): Promise<Task> => {
  const [[found] = [], versions] = await readOrganization(db, caller.tenantScope, (knex) => [
    selectReaderTaskDetails(knex, publicTaskId, caller.actor),
    selectConfigurationVersion(knex),
  ]);
  const { row, view } = authorize(found as ReaderTaskDetailsRow | undefined, caller);
  const configuration = await getConfigurationOfVersion(db, caller, versions);
  return limitToLink(presentTask(row, view, caller.actor, configuration), row, caller.actor);
};

/** Returns the task with its comments and statuses. Checks the token again for each batch of a long list. */
export const viewReporterPage = async (
  db: Database,
  getCaller: () => Promise<SignedInCaller>,
  publicTaskId: number,
): Promise<JsonText> => {
  const caller = await getCaller();
  const read = async <Entry>(part: TaskPart<EntryBatch<Entry>>, reader: SignedInCaller, afterId: number) =>
    readTaskPart(db, part, { caller: reader, publicTaskId, afterId });
  const task = await viewReporterTask(db, caller, publicTaskId);
  const comments = await read(reporterCommentsPart, caller, 0);
  const statuses = await read(statusHistoryPart, caller, 0);
  const readNext =
    <Entry>(part: TaskPart<EntryBatch<Entry>>) =>
    async (afterId: number) =>
      read(part, await getCaller(), afterId);
  async function* write() {
    yield JSON.stringify({ success: true, message: '', task }).slice(0, -1);
    yield ',"comments":';
    yield* writeEntries(comments, readNext(reporterCommentsPart));
    yield ',"statusHistory":';
    yield* writeEntries(statuses, readNext(statusHistoryPart));
    yield '}';
  }
  return { jsonText: Readable.from(write()) };
};
