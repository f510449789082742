import type { BulkProgress, BulkResult } from '@obieg/contracts';
import { problem, sweepAlone, type Tx } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { translate } from '../messages/server-messages';

const validHours = 24;
const rateSeconds = 60;

/** A call for several tasks. Its key belongs to the caller, so that a guessed key is of no use to others. */
export interface BulkRequest {
  userId: number;
  key: string;
  requestHash: string;
  taskCount: number;
}

/** A result that a later call with the same key returns again. */
export interface StoredResult extends BulkResult {
  /** What an undo needs. Null if nothing can be undone. */
  undo: unknown;
}

type RequestKey = Pick<BulkRequest, 'userId' | 'key'>;
const whereKey = ({ userId, key }: RequestKey) => ({ user_id: userId, key });

/** @throws 429 if the caller's tasks of the last minute and these exceed the limit */
const checkRate = async (tx: Tx, { userId, taskCount }: BulkRequest, maxPerMinute: number) => {
  const { rows } = await tx.raw<{ rows: [{ count: number; retryAfterSeconds: number }] }>(
    `select coalesce(sum(task_count), 0)::int as count,
            greatest(1, coalesce(ceil(:rateSeconds - extract(epoch from now() - min(created_at))), 1))::int
              as "retryAfterSeconds"
       from bulk_requests
      where user_id = :userId and created_at > now() - :rateSeconds * interval '1 second'`,
    { userId, rateSeconds },
  );
  const [{ count, retryAfterSeconds }] = rows;
  if (count + taskCount > maxPerMinute) throw problem.tooMany(retryAfterSeconds);
};

/**
 * Registers a call. A call with a known key continues the first one and does not count again.
 *
 * @throws 409 if the key belongs to a different request, 429
 */
export const openRequest = async (
  tx: Tx,
  { organizationId, language }: SignedInCaller,
  request: BulkRequest,
  maxPerMinute: number,
): Promise<void> => {
  // Parallel calls of one caller count one after the other. Pipelined: the second statement follows the lock.
  const [, known] = await Promise.all([
    tx.raw('select pg_advisory_xact_lock(hashtextextended(?, ?))', [
      `bulk ${request.userId}`,
      organizationId,
    ]),
    tx('bulk_requests').where(whereKey(request)).first('request_hash'),
  ]);
  if (known?.request_hash === request.requestHash) return;
  if (known) throw problem.conflict('CONFLICT', translate(language, 'keyReused'));
  await checkRate(tx, request, maxPerMinute);
  await tx('bulk_requests').insert({
    organization_id: organizationId,
    ...whereKey(request),
    request_hash: request.requestHash,
    task_count: request.taskCount,
  });
};

const resultColumns = ['public_task_id', 'status', 'code', 'message', 'undo'] as const;

interface ResultRow {
  public_task_id: number;
  status: number;
  code: BulkResult['code'] | null;
  message: string | null;
  undo: unknown;
}

const toResult = ({ public_task_id, status, code, message, undo }: ResultRow): StoredResult => ({
  publicTaskId: public_task_id,
  status,
  ...(code === null ? {} : { code }),
  ...(message === null ? {} : { message }),
  undo,
});

/** The results so far, by task. */
export const findResults = async (
  tx: Tx,
  request: RequestKey,
): Promise<ReadonlyMap<number, StoredResult>> => {
  const rows: ResultRow[] = await tx('bulk_results').where(whereKey(request)).select(resultColumns);
  return new Map(rows.map((row) => [row.public_task_id, toResult(row)]));
};

export const findResult = async (
  tx: Tx,
  request: RequestKey,
  publicTaskId: number,
): Promise<StoredResult | undefined> => {
  const row: ResultRow | undefined = await tx('bulk_results')
    .where({ ...whereKey(request), public_task_id: publicTaskId })
    .first(resultColumns);
  return row && toResult(row);
};

/** Stores a result, in the transaction of the change. The first result of a task stays. */
export const insertResult = async (
  tx: Tx,
  { organizationId }: SignedInCaller,
  request: RequestKey,
  { publicTaskId, status, code, message, undo }: StoredResult,
): Promise<void> => {
  await tx('bulk_results')
    .insert({
      organization_id: organizationId,
      ...whereKey(request),
      public_task_id: publicTaskId,
      status,
      code: code ?? null,
      message: message ?? null,
      undo: undo == null ? null : JSON.stringify(undo),
    })
    .onConflict(['organization_id', 'user_id', 'key', 'public_task_id'])
    .ignore();
};

/** How many tasks of a call have a result; zeros for an unknown key. */
export const countResults = async (
  tx: Tx,
  request: RequestKey,
): Promise<Pick<BulkProgress, 'done' | 'total'>> => {
  const { rows } = await tx.raw<{ rows: { done: number; total: number }[] }>(
    `select r.task_count as total,
            (select count(*) from bulk_results b where b.user_id = r.user_id and b.key = r.key)::int as done
       from bulk_requests r where r.user_id = :userId and r.key = :key`,
    { userId: request.userId, key: request.key },
  );
  return rows[0] ?? { done: 0, total: 0 };
};

/** Deletes the requests of all organizations whose keys have expired, with their results. */
export const deleteExpiredRequests = (tx: Tx): Promise<number> =>
  sweepAlone(tx, 'bulk_requests', () =>
    tx('bulk_requests').whereRaw(`created_at < now() - interval '${validHours} hours'`).delete(),
  );
