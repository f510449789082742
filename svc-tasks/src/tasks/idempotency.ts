import type { CreateTaskResponse, Language } from '@obieg/contracts';
import {
  type Database,
  hashRequest,
  idempotencyKeyHours,
  parseIdempotencyKey,
  problem,
  sendWithCommit,
  sweepAlone,
  type Tx,
  withEveryOrganization,
} from '@obieg/service-kit';
import { translate } from '../messages/server-messages';

interface IdempotencyKey {
  key: string;
  requestHash: string;
}

/** Scopes the key to the caller, so that a guessed key never returns another caller's response. */
export const createIdempotencyKey = (
  header: string | undefined,
  caller: string,
  request: unknown,
): IdempotencyKey | undefined => {
  const key = parseIdempotencyKey(header);
  if (key === undefined) return undefined;
  return {
    key: `${caller}:${key}`,
    requestHash: hashRequest(request),
  };
};

const expiryTime = (tx: Tx) => tx.raw(`now() - interval '${idempotencyKeyHours} hours'`);

interface StoredResponse {
  publicTaskId: number;
  /** Null for a comment, and for a task that was submitted before this column existed. */
  response: CreateTaskResponse | null;
}

/**
 * Returns the response that was stored for this key within the last 24 hours. Waits for a concurrent request with the
 * same key. @throws 409 if the key was used for a different request
 */
export const findStoredResponse = async (
  tx: Tx,
  organizationId: number,
  { key, requestHash }: IdempotencyKey,
  language: Language,
): Promise<StoredResponse | undefined> => {
  // Pipelined: each statement starts after the lock is acquired, so it reads the latest committed rows.
  const [, , row] = await Promise.all([
    tx.raw('select pg_advisory_xact_lock(hashtextextended(?, ?))', [key, organizationId]),
    tx('idempotency_keys').where({ key }).where('created_at', '<', expiryTime(tx)).delete(),
    tx('idempotency_keys').where({ key }).first(),
  ]);
  if (!row) return undefined;
  if (row.request_hash !== requestHash) throw problem.conflict('CONFLICT', translate(language, 'keyReused'));
  return { publicTaskId: row.public_task_id, response: row.answer };
};

/** Stores the response when the transaction commits. */
export const storeResponse = (
  tx: Tx,
  organizationId: number,
  { key, requestHash }: IdempotencyKey,
  { publicTaskId, response }: StoredResponse,
): void =>
  sendWithCommit(
    tx,
    tx('idempotency_keys').insert({
      organization_id: organizationId,
      key,
      request_hash: requestHash,
      public_task_id: publicTaskId,
      answer: response && JSON.stringify(response),
    }),
  );

/** Deletes the expired keys of all organizations. @returns the number of deleted keys */
export const deleteExpiredIdempotencyKeys = (db: Database): Promise<number> =>
  withEveryOrganization(db, (tx) =>
    sweepAlone(tx, 'idempotency_keys', () =>
      tx('idempotency_keys').where('created_at', '<', expiryTime(tx)).delete(),
    ),
  );
