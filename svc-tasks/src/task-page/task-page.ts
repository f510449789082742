import { Readable } from 'node:stream';
import { type Task, type TaskPage, type TaskPartName, taskPartNames } from '@obieg/contracts';
import { type Database, type JsonText, readOrganizationAtOnce } from '@obieg/service-kit';
import { approvalPart } from '../approvals/approval-part';
import { type Caller, callerOf } from '../callers/caller';
import { commentsPart } from '../comments/list-comments';
import { type EntryBatch, type ListRequest, writeEntries } from '../history/entry-batches';
import { assignmentHistoryPart, changeHistoryPart } from '../history/history.service';
import { linksPart } from '../links/list-links';
import { watchPart } from '../notifications/watch-task';
import { targetHistoryPart } from '../targets/target-history';
import { authorize } from '../tasks/open-task';
import { type PartContext, readTaskPart, type TaskPart } from '../tasks/task-parts';
import { presentTask } from '../tasks/tasks.presenter';
import { type ReaderTaskDetailsRow, selectReaderTaskDetails } from '../tasks/tasks.repo';
import { statusHistoryPart, transitionsPart } from '../transitions/transitions.service';
import { getConfigurationOfVersion, selectConfigurationVersion } from '../workflow-model/configuration.repo';

const lists = {
  comments: commentsPart,
  statusHistory: statusHistoryPart,
  assignmentHistory: assignmentHistoryPart,
  changeHistory: changeHistoryPart,
  targetHistory: targetHistoryPart,
} satisfies Partial<Record<TaskPartName, TaskPart<EntryBatch<unknown>>>>;
type ListName = keyof typeof lists;

const hiddenFromVisitors: readonly TaskPartName[] = [
  'assignmentHistory',
  'changeHistory',
  'targetHistory',
  'transitions',
  'watch',
  'links',
  'approval',
];
const isList = (name: TaskPartName): name is ListName => name in lists;
const wholes: Record<Exclude<TaskPartName, ListName>, TaskPart<unknown>> = {
  transitions: transitionsPart,
  watch: watchPart,
  links: linksPart,
  approval: approvalPart,
};
const partOf = (name: TaskPartName): TaskPart<unknown> => (isList(name) ? lists[name] : wholes[name]);

interface ReadPage {
  task: Task;
  /** It counts changes that only members see, and only members send it back. Undefined for all others. */
  revision: number | undefined;
  /** The first batch of each requested list, and the other parts. */
  parts: Map<TaskPartName, unknown>;
}

/** Reads a task and its requested parts in one statement. @throws 404 */
const readPage = async (
  db: Database,
  caller: Caller,
  publicTaskId: number,
  names: readonly TaskPartName[],
): Promise<ReadPage> => {
  const selection = { caller, publicTaskId, afterId: 0 };
  const counts: number[] = [];
  const [[found] = [], versions, ...rows] = await readOrganizationAtOnce(db, caller.tenantScope, (knex) => {
    const queries = names.map((name) => partOf(name).select(knex, selection));
    counts.push(...queries.map(({ length }) => length));
    const details = selectReaderTaskDetails(knex, publicTaskId, caller.actor);
    return [details, selectConfigurationVersion(knex), ...queries.flat()];
  });
  const { row, view } = authorize(found as ReaderTaskDetailsRow | undefined, caller);
  const getConfiguration = () => getConfigurationOfVersion(db, caller, versions);
  const context: PartContext = { row, view, db, caller, getConfiguration };
  const parts = new Map<TaskPartName, unknown>();
  for (const [index, name] of names.entries()) {
    const partRows = rows.splice(0, counts[index]);
    if (view === 'visitor' && hiddenFromVisitors.includes(name)) continue;
    parts.set(name, await partOf(name).present(context, partRows));
  }
  return {
    task: presentTask(row, view, caller.actor, await getConfiguration()),
    revision: view === 'member' ? row.revision : undefined,
    parts,
  };
};

/** Returns the task as its page shows it to the caller. @throws 404 */
export const readTask = async (db: Database, caller: Caller, publicTaskId: number): Promise<Task> =>
  (await readPage(db, caller, publicTaskId, [])).task;

/**
 * Returns the task as its page shows it, with the requested parts, and for members its revision for the ETag. A part
 * has the rules and the shape of its own call (spec 3 §7); visitors get no assignments, changes, transitions, watch,
 * links or approval. Lists of more than one batch are streamed.
 *
 * @throws 404
 */
export const viewTask = async (
  db: Database,
  request: ListRequest,
  publicTaskId: number,
  include: readonly TaskPartName[],
): Promise<{ body: TaskPage | JsonText; revision: number | undefined }> => {
  const caller = callerOf(request);
  // In one order, so that requests for the same parts share a prepared statement.
  const names = taskPartNames.filter(
    (name) => include.includes(name) && (caller.actor || !hiddenFromVisitors.includes(name)),
  );
  const { task, revision, parts } = await readPage(db, caller, publicTaskId, names);
  const body = { success: true, message: '', task };
  const batches = [...parts].filter(([name]) => isList(name)) as [ListName, EntryBatch<unknown>][];
  const whole = Object.fromEntries(
    [...parts].map(([name, part]) => [name, isList(name) ? (part as EntryBatch<unknown>).entries : part]),
  );
  if (batches.every(([, { lastId }]) => lastId === undefined))
    return { body: { ...body, ...whole }, revision };

  const readNext = (name: ListName) => async (afterId: number) =>
    readTaskPart<EntryBatch<unknown>>(db, lists[name], {
      caller: { ...caller, actor: await request.findActorNow() },
      publicTaskId,
      afterId,
    });
  async function* write() {
    const unstreamed = Object.fromEntries([...parts].filter(([name]) => !isList(name)));
    yield JSON.stringify({ ...body, ...unstreamed }).slice(0, -1);
    for (const [name, first] of batches) {
      yield `,"${name}":`;
      yield* writeEntries(first, readNext(name));
    }
    yield '}';
  }
  return { body: { jsonText: Readable.from(write()) }, revision };
};
