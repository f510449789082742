import { createHash } from 'node:crypto';
import type { CreateTaskResponse, Language } from '@obieg/contracts';
import { type Database, problem, sendWithCommit, type Tx, withEveryOrganization } from '@obieg/service-kit';
import * as z from 'zod';
import { translate } from '../messages/server-messages';

const validHours = 24;

interface IdempotencyKey {
  key: string;
  requestHash: string;
}

/** Of a route that reads the key; what it may be, `parseIdempotencyKey` says. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z.string().optional().meta({
    description: '8 to 200 visible characters, the same when a call is repeated because its answer was lost',
  }),
});

/** The header's key, 400 for what is none. */
export const parseIdempotencyKey = (header: string | undefined): string | undefined => {
  if (header !== undefined && !/^[\x21-\x7e]{8,200}$/.test(header))
    throw problem.badRequest('BAD_REQUEST', 'The Idempotency-Key must be 8 to 200 visible characters.');
  return header;
};

/** A key counts for its caller and organization only, so that nobody learns another's answer by guessing keys. */
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

const expired = (tx: Tx) => tx.raw(`now() - interval '${validHours} hours'`);

interface StoredResponse {
  publicTaskId: number;
  /** Absent for a comment, and when a version of the service before this column made the task. */
  answer: CreateTaskResponse | null;
}

/** What this key was answered within the last day. Waits for a request with the same key that is under way. */
export const findStoredResponse = async (
  tx: Tx,
  organizationId: number,
  { key, requestHash }: IdempotencyKey,
  language: Language,
): Promise<StoredResponse | undefined> => {
  // Sent together; each sees what is true once the lock is held.
  const [, , row] = await Promise.all([
    tx.raw('select pg_advisory_xact_lock(hashtextextended(?, ?))', [key, organizationId]),
    tx('idempotency_keys').where({ key }).where('created_at', '<', expired(tx)).delete(),
    tx('idempotency_keys').where({ key }).first(),
  ]);
  if (!row) return undefined;
  if (row.request_hash !== requestHash) throw problem.conflict('CONFLICT', translate(language, 'keyReused'));
  return { publicTaskId: row.public_task_id, answer: row.answer };
};

/** Keeps the answer as the transaction commits. */
export const storeResponse = (
  tx: Tx,
  organizationId: number,
  { key, requestHash }: IdempotencyKey,
  { publicTaskId, answer }: StoredResponse,
): void =>
  void sendWithCommit(
    tx,
    tx('idempotency_keys').insert({
      organization_id: organizationId,
      key,
      request_hash: requestHash,
      public_task_id: publicTaskId,
      answer: answer && JSON.stringify(answer),
    }),
  );

/** Forgets every organization's keys that count no more; answers how many. Deleting is all that it does to them. */
export const deleteExpiredIdempotencyKeys = (db: Database): Promise<number> =>
  withEveryOrganization(db, (tx) => tx('idempotency_keys').where('created_at', '<', expired(tx)).delete());
