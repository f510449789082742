import { createHash } from 'node:crypto';
import { problem, type Tx } from '@obieg/service-kit';

const validHours = 24;

export interface IdempotencyKey {
  key: string;
  requestHash: string;
}

/** A key counts for its caller and organization only, so that nobody learns another's answer by guessing keys. */
export const describeKey = (
  header: string | undefined,
  caller: string,
  request: unknown,
): IdempotencyKey | undefined => {
  if (header === undefined) return undefined;
  if (!/^[\x21-\x7e]{8,200}$/.test(header))
    throw problem.badRequest('BAD_REQUEST', 'The Idempotency-Key must be 8 to 200 visible characters.');
  return {
    key: `${caller}:${header}`,
    requestHash: createHash('sha256').update(JSON.stringify(request)).digest('hex'),
  };
};

/** The task that this key made within the last day. Waits for a request with the same key that is under way. */
export const findFirstAnswer = async (
  tx: Tx,
  organizationId: number,
  { key, requestHash }: IdempotencyKey,
): Promise<number | undefined> => {
  await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, ?))', [key, organizationId]);
  await tx('idempotency_keys')
    .where({ key })
    .where('created_at', '<', tx.raw(`now() - interval '${validHours} hours'`))
    .delete();
  const row = await tx('idempotency_keys').where({ key }).first();
  if (row && row.request_hash !== requestHash)
    throw problem.conflict('CONFLICT', 'This Idempotency-Key was used for another request.');
  return row?.public_task_id;
};

export const rememberAnswer = async (
  tx: Tx,
  organizationId: number,
  { key, requestHash }: IdempotencyKey,
  publicTaskId: number,
): Promise<void> => {
  await tx('idempotency_keys').insert({
    organization_id: organizationId,
    key,
    request_hash: requestHash,
    public_task_id: publicTaskId,
  });
};
