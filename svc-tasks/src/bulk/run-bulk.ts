import { randomUUID } from 'node:crypto';
import type { BulkResult } from '@obieg/contracts';
import {
  type ConcurrencyLimit,
  createConcurrencyLimit,
  type Database,
  describeProblem,
  hashRequest,
  isProblem,
  type ProblemError,
  parseIdempotencyKey,
  problem,
  withOrganization,
} from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import { openTaskForUpdate } from '../tasks/open-task';
import { getConfiguration } from '../workflow-model/configuration.repo';
import { type BulkRequest, findResult, findResults, insertResult, openRequest } from './bulk.repo';
import { type BulkInput, changeOf, describeUndo } from './bulk-changes';

/**
 * Connections of all bulk actions of a process. The rest of the pool serves other calls. One call uses one: with two,
 * the tasks and lists of others took twice as long meanwhile.
 */
const connectionsMax = 2;
const connectionWaitMs = 30_000;
/** After this number of tasks, the caller's session and permissions are read again. */
const tasksPerCheck = 50;

export interface BulkDependencies {
  db: Database;
  limit: ConcurrencyLimit;
  /** Tasks in bulk actions of one caller. */
  tasksPerMinute: number;
}

export const createBulkDependencies = (db: Database, tasksPerMinute: number): BulkDependencies => ({
  db,
  tasksPerMinute,
  limit: createConcurrencyLimit({
    max: connectionsMax,
    waitMs: connectionWaitMs,
    createError: () => problem.unavailable(),
  }),
});

const toResult = (publicTaskId: number, error: ProblemError, { language }: SignedInCaller): BulkResult => {
  const { status, code, message } = describeProblem(error, '', language);
  return { publicTaskId, status, code, message };
};

/**
 * Changes one task in its own transaction, which also stores the result. A repeated call finds the result behind the
 * task's lock and changes nothing.
 */
const changeTaskOnce = (
  { db }: BulkDependencies,
  caller: SignedInCaller,
  request: BulkRequest,
  input: BulkInput,
  publicTaskId: number,
): Promise<void> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const [opened, configuration, stored] = await Promise.all([
      openTaskForUpdate(tx, caller, publicTaskId),
      getConfiguration(tx, caller),
      findResult(tx, request, publicTaskId),
    ]);
    if (stored) return;
    // Visitors need the number to see a task. A list of numbers would let them guess.
    if (opened.view === 'visitor') throw problem.notFound(translate(caller.language, 'taskNotFound'));
    const after = await changeOf(caller, input)(tx, { ...opened, configuration });
    const undo = describeUndo(input, opened.row, after);
    await insertResult(tx, caller, request, { publicTaskId, status: 200, undo });
  });

/** @throws errors that a retry can mend, for which no result is stored */
const processTask = async (
  bulk: BulkDependencies,
  caller: SignedInCaller,
  request: BulkRequest,
  input: BulkInput,
  publicTaskId: number,
): Promise<void> => {
  const release = await bulk.limit.acquire(0);
  try {
    await changeTaskOnce(bulk, caller, request, input, publicTaskId);
  } catch (error) {
    if (!isProblem(error) || error.status >= 500) throw error;
    const result = toResult(publicTaskId, error, caller);
    await withOrganization(bulk.db, caller.tenantScope, (tx) =>
      insertResult(tx, caller, request, { ...result, undo: null }),
    );
  } finally {
    release();
  }
};

const createRequest = ({ actor }: SignedInCaller, input: BulkInput, keyHeader: string | undefined) => ({
  userId: actor.userId,
  key: parseIdempotencyKey(keyHeader) ?? randomUUID(),
  requestHash: hashRequest(input),
  taskCount: input.publicTaskIds.length,
});

/**
 * Runs an action on each task. Tasks are changed in the order of their numbers. A call that was interrupted continues
 * when it is sent again with its key.
 *
 * @param findCallerNow reads the caller's session and permissions again; throws 401
 */
export const runBulk = async (
  bulk: BulkDependencies,
  caller: SignedInCaller,
  input: BulkInput,
  { keyHeader, findCallerNow }: { keyHeader: string | undefined; findCallerNow(): Promise<SignedInCaller> },
): Promise<BulkResult[]> => {
  const { db, tasksPerMinute } = bulk;
  const request = createRequest(caller, input, keyHeader);
  const findStored = () => withOrganization(db, caller.tenantScope, (tx) => findResults(tx, request));
  await withOrganization(db, caller.tenantScope, (tx) => openRequest(tx, caller, request, tasksPerMinute));
  const stored = await findStored();
  const open = input.publicTaskIds.filter((id) => !stored.has(id)).sort((one, other) => one - other);
  for (let start = 0; start < open.length; start += tasksPerCheck) {
    const current = start === 0 ? caller : await findCallerNow();
    for (const id of open.slice(start, start + tasksPerCheck))
      await processTask(bulk, current, request, input, id);
  }
  const results = open.length === 0 ? stored : await findStored();
  return input.publicTaskIds.map((id) => results.get(id) ?? { publicTaskId: id, status: 500 });
};
