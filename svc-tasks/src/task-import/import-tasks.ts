import type { ImportRow, importTasksSchema, TaskImportResult } from '@obieg/contracts';
import { type ConcurrencyLimit, type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import { placeNewTask } from '@obieg/workflow-rules';
import type * as z from 'zod';
import { enterStatus } from '../approval-rounds/enter-status';
import type { SignedInCaller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import { skipDueNews } from '../notifications/due-news';
import { recordSubmission } from '../submission/submit-task';
import { startTargets } from '../targets/follow-targets';
import { recordTaskChanged } from '../tasks/tasks.events';
import { generatePublicTaskId, insertTask, retryTakenNumber } from '../tasks/tasks.repo';
import { readNewTexts } from '../tasks/text-columns';
import { type CachedConfiguration, getConfiguration } from '../workflow-model/configuration.repo';
import { findAssignees } from './find-assignees';
import { readCell, readColumns } from './import-columns';
import { type ImportContext, readKey, readRow, type TaskDraft } from './read-row';
import { claimKey, findKeys, type KnownKeys } from './task-imports.repo';

type Input = z.output<typeof importTasksSchema>;

export interface ImportDependencies {
  db: Database;
  /** Batches at a time. The connections of the pool serve other calls. */
  limit: ConcurrencyLimit;
}

/** @throws 409 if the workflow has no status for new tasks */
const findInitialStatus = (configuration: CachedConfiguration, { language }: SignedInCaller) => {
  // An import runs no transition, so the start transitions and their target groups do not count.
  const placement = placeNewTask({ ...configuration, transitions: [] }, new Map());
  const status = configuration.statuses.find(({ id }) => id === placement?.statusId);
  if (!status) throw problem.conflict('NO_INITIAL_STATUS', translate(language, 'noInitialStatus'));
  return status;
};

interface Batch extends ImportContext {
  knownKeys: KnownKeys;
}

/** Reads what the rows of a batch need, in one transaction. */
const openBatch = async (
  tx: Tx,
  caller: SignedInCaller,
  { source, mapping, rows }: Input,
): Promise<Batch> => {
  const configuration = await getConfiguration(tx, caller);
  const columns = readColumns(caller, configuration, mapping);
  const assigneeIndex = columns.fields.get('assignee')?.index;
  const keys = rows.flatMap((row) => {
    const read = readKey({ caller, columns }, row);
    return 'key' in read ? [read.key] : [];
  });
  const [knownKeys, findAssignee] = await Promise.all([
    findKeys(tx, caller, source, keys),
    findAssignees(
      tx,
      rows.map((row) => readCell(row, assigneeIndex)),
    ),
  ]);
  const initialStatus = findInitialStatus(configuration, caller);
  return { caller, configuration, columns, initialStatus, findAssignee, knownKeys, now: new Date() };
};

/** Writes what a submission writes, without mails and notifications: nobody waits for news of an imported task. Only approvers are asked. */
const writeTask = async (
  tx: Tx,
  { caller: { organizationId, actor, traceparent }, configuration }: Batch,
  draft: TaskDraft,
  publicTaskId: number,
): Promise<void> => {
  const { status, assignee, authorEmail, createdAt, updatedAt } = draft;
  const task = await insertTask(
    tx,
    {
      organization_id: organizationId,
      title: draft.title,
      ...readNewTexts(draft, 'member'),
      status_id: status.id,
      priority: draft.priority,
      due_at: draft.dueAt,
      author_user_id: authorEmail === null ? actor.userId : null,
      author_email: authorEmail,
      assigned_user_id: assignee.userId,
      assigned_group_id: assignee.groupId,
      is_restricted: false,
      answers: draft.answers,
      ...(createdAt ? { created_at: createdAt } : {}),
      ...(updatedAt ? { updated_at: updatedAt } : {}),
    },
    publicTaskId,
  );
  recordSubmission(tx, task, {
    status_name: status.name,
    status_type: status.statusType,
    transition_name: null,
    changed_at: task.created_at,
  });
  recordTaskChanged(tx, task, traceparent);
  enterStatus(tx, task, {
    configuration,
    fromStatusId: null,
    toStatusId: status.id,
    actorUserId: actor.userId,
  });
  await startTargets(tx, configuration, task);
  if (task.due_at) skipDueNews(tx, publicTaskId);
};

/** Creates the task of a key, in its own transaction. @returns undefined if another import did so meanwhile */
const createTask = (
  db: Database,
  batch: Batch,
  draft: TaskDraft,
  key: { source: string; key: string },
): Promise<number | undefined> =>
  retryTakenNumber(() => {
    const publicTaskId = generatePublicTaskId();
    return withOrganization(db, batch.caller.tenantScope, async (tx) => {
      if (!(await claimKey(tx, batch.caller, { ...key, publicTaskId }))) return undefined;
      await writeTask(tx, batch, draft, publicTaskId);
      return publicTaskId;
    });
  });

const describeNumber = (publicTaskId: number | undefined) =>
  publicTaskId === undefined ? {} : { publicTaskId };

const processRow = async (
  db: Database,
  batch: Batch,
  row: ImportRow,
  { source, isDryRun, seenKeys }: { source: string; isDryRun: boolean; seenKeys: Set<string> },
): Promise<TaskImportResult> => {
  const { line } = row;
  const { knownKeys } = batch;
  const unchanged: TaskImportResult = { line, outcome: 'UNCHANGED', problems: [] };
  const read = readKey(batch, row);
  if ('problems' in read) return { line, outcome: 'REFUSED', problems: read.problems };
  const { key } = read;
  if (knownKeys.has(key)) return { ...unchanged, ...describeNumber(knownKeys.get(key)) };
  const checked = readRow(batch, row);
  if ('problems' in checked) return { line, outcome: 'REFUSED', problems: checked.problems };
  if (isDryRun) {
    if (seenKeys.has(key)) return unchanged;
    seenKeys.add(key);
    return { line, outcome: 'CREATED', problems: [] };
  }
  const publicTaskId = await createTask(db, batch, checked.draft, { source, key });
  return publicTaskId === undefined ? unchanged : { line, outcome: 'CREATED', publicTaskId, problems: [] };
};

/**
 * Imports a batch of rows, one transaction each. A batch that fails in the middle can be sent again: what it has created
 * is then unchanged.
 *
 * @throws 409 without a status for new tasks, 422 for unknown questions, 503 if other imports keep the process busy
 */
export const importTasks = async (
  { db, limit }: ImportDependencies,
  caller: SignedInCaller,
  input: Input,
  isDryRun: boolean,
): Promise<TaskImportResult[]> => {
  const release = await limit.acquire(0);
  try {
    const batch = await withOrganization(db, caller.tenantScope, (tx) => openBatch(tx, caller, input));
    const results: TaskImportResult[] = [];
    const run = { source: input.source, isDryRun, seenKeys: new Set<string>() };
    for (const row of input.rows) results.push(await processRow(db, batch, row, run));
    return results;
  } finally {
    release();
  }
};
