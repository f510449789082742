import type { Database } from '../database/database';
import { withEveryOrganization } from '../database/database';
import type { Migration } from '../database/migrations';
import { sweepAlone } from '../database/sweep';
import { createTenantTable } from '../database/tables';
import { sendWithCommit, type Tx } from '../database/transaction';
import { problem } from '../errors/problems';
import { hashRequest, idempotencyKeyHours, parseIdempotencyKey } from './idempotency-key';

/** Newest keys of a caller that are remembered, because each one stores a response. */
const keysPerCallerMax = 100;
/** Stands for the main domain, which creates organizations. */
const mainDomainId = 0;

/** A request that creates something at most once. */
export interface Creation {
  organizationId: number;
  userId: number;
  key: string;
  requestHash: string;
}

interface CreationRequest {
  actor: { userId: number };
  organization: { id: number } | undefined;
  body: unknown;
  header(name: string): string | undefined;
}

/**
 * Reads the `Idempotency-Key` of a request. The key is the caller's own, so a guessed one returns no other response.
 *
 * @param operationId of the route, because one key of a caller can name only one request
 * @returns undefined without the header @throws 400 if it is not valid
 */
export const creationOf = (
  { actor, organization, body, header }: CreationRequest,
  operationId: string,
): Creation | undefined => {
  const key = parseIdempotencyKey(header('idempotency-key'));
  if (key === undefined) return undefined;
  const organizationId = organization?.id ?? mainDomainId;
  return { organizationId, userId: actor.userId, key, requestHash: hashRequest([operationId, body]) };
};

const expiryTime = (tx: Tx) => tx.raw(`now() - interval '${idempotencyKeyHours} hours'`);

/** Deletes the caller's expired keys, and those over the maximum with the new one. */
const deleteOldKeys = (tx: Tx, { organizationId, userId }: Creation) => {
  const selectOwn = () => tx('creations').where({ organization_id: organizationId, user_id: userId });
  const surplus = selectOwn()
    .orderBy('created_at', 'desc')
    .offset(keysPerCallerMax - 1)
    .select('key');
  // Skips rows that a concurrent call of the caller deletes, because two deletions could deadlock.
  const old = selectOwn()
    .where((row) => row.where('created_at', '<', expiryTime(tx)).orWhereIn('key', surplus))
    .forUpdate()
    .skipLocked()
    .select('key');
  return selectOwn().whereIn('key', old).delete();
};

/**
 * Runs `create` once per key and returns its result, which must be JSON, to every repetition. Waits for a concurrent
 * request with the same key. Without a key, runs `create`. Check the caller's permissions before.
 *
 * @throws 409 if the key was used for a different request
 */
export const createOnce = async <T>(
  tx: Tx,
  creation: Creation | undefined,
  create: () => Promise<T>,
): Promise<T> => {
  if (!creation) return create();
  const { organizationId, userId, key, requestHash } = creation;
  const place = { organization_id: organizationId, user_id: userId, key };
  // Pipelined: the second statement starts after the lock is acquired, so it reads the latest committed row.
  const [, stored] = await Promise.all([
    tx.raw('select pg_advisory_xact_lock(hashtextextended(?, ?))', [
      `creation ${userId} ${key}`,
      organizationId,
    ]),
    tx('creations').where(place).where('created_at', '>=', expiryTime(tx)).first('request_hash', 'response'),
  ]);
  if (stored) {
    if (stored.request_hash !== requestHash)
      throw problem.conflict(
        'CONFLICT',
        'An earlier attempt was saved with other values. Find it in the list and change it there.',
      );
    return stored.response as T;
  }
  const created = await create();
  const row = { request_hash: requestHash, response: JSON.stringify(created), created_at: tx.fn.now() };
  sendWithCommit(tx, deleteOldKeys(tx, creation));
  sendWithCommit(
    tx,
    tx('creations')
      .insert({ ...place, ...row })
      .onConflict(['organization_id', 'user_id', 'key'])
      .merge(),
  );
  return created;
};

/** Deletes the expired keys of all organizations. @returns their number */
export const sweepCreations = (db: Database): Promise<number> =>
  withEveryOrganization(db, (tx) =>
    sweepAlone(tx, 'creations', () => tx('creations').where('created_at', '<', expiryTime(tx)).delete()),
  );

/** Creates the table of `createOnce`. An organization id of 0 is the main domain. */
export const creationsMigration: Migration = {
  name: '20261129120000_creations',
  up: async (knex) => {
    await createTenantTable(
      knex,
      'creations',
      (table) => {
        table.bigInteger('user_id').notNullable();
        table.text('key').notNullable();
        table.text('request_hash').notNullable();
        table.jsonb('response').notNullable();
        table.timestamp('created_at').notNullable();
        table.primary(['organization_id', 'user_id', 'key'], { constraintName: 'creations_pkey' });
        table.index(['created_at'], 'creations_age');
      },
      { everyOrganization: true },
    );
  },
  down: (knex) => knex.schema.dropTable('creations'),
};
