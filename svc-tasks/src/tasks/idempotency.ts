import { createHash } from 'node:crypto';
import type { CreateTaskResponse, Language } from '@obieg/contracts';
import {
  type Database,
  problem,
  sendWithCommit,
  sweepAlone,
  type Tx,
  withEveryOrganization,
} from '@obieg/service-kit';
import * as z from 'zod';
import { translate } from '../messages/server-messages';

const validHours = 24;

interface IdempotencyKey {
  key: string;
  requestHash: string;
}

/** Header schema of routes that accept the key. `parseIdempotencyKey` validates the value. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z.string().optional().meta({
    description:
      '8 to 200 visible characters. Send the same key when you retry a call whose response was lost.',
  }),
});

/** @throws 400 if the header is not a valid key */
export const parseIdempotencyKey = (header: string | undefined): string | undefined => {
  if (header !== undefined && !/^[\x21-\x7e]{8,200}$/.test(header))
    throw problem.badRequest('BAD_REQUEST', 'The Idempotency-Key must be 8 to 200 visible characters.');
  return header;
};

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
    requestHash: createHash('sha256').update(JSON.stringify(request)).digest('hex'),
  };
};

const expiryTime = (tx: Tx) => tx.raw(`now() - interval '${validHours} hours'`);

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
