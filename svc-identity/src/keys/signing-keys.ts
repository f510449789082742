import { createPrivateKey, generateKeyPair, type KeyObject, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { type Database, withTransaction } from '@obieg/service-kit';

interface KeyRow {
  id: string;
  private_key: string;
  public_key: Record<string, unknown>;
  retired_at: Date | null;
}

const generate = promisify(generateKeyPair);
/** Longer than a token's lifetime, so that no live token loses its key. */
const retiredForHours = 24;
const cacheMs = 30_000;

const insertKey = async (db: Database, { isFirst }: { isFirst: boolean }): Promise<void> => {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: 2_048 });
  await withTransaction(db, async (tx) => {
    await tx.raw('lock table signing_keys in exclusive mode');
    // If several replicas start together, only one creates the first key.
    if (isFirst && (await tx('signing_keys').whereNull('retired_at').first('id'))) return;
    await tx('signing_keys').insert({
      id: randomUUID(),
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      public_key: JSON.stringify(publicKey.export({ format: 'jwk' })),
    });
  });
};

export interface SigningKeys {
  /** The newest key, which signs. */
  current(): Promise<{ id: string; key: KeyObject }>;
  /** The published key set: current keys, and retired ones while their tokens live. Never empty. */
  published(): Promise<Record<string, unknown>[]>;
  /** Creates a new signing key. Older ones stay published for a day. */
  rotate(): Promise<void>;
}

export const createSigningKeys = (db: Database): SigningKeys => {
  let signing: { id: string; key: KeyObject; readAt: number } | undefined;
  let creatingFirst: Promise<void> | undefined;
  /** Creating a key takes time, and several callers can request it at the first start. */
  const createFirst = (): Promise<void> => {
    creatingFirst ??= insertKey(db, { isFirst: true }).finally(() => {
      creatingFirst = undefined;
    });
    return creatingFirst;
  };
  const live = () =>
    db
      .knex<KeyRow>('signing_keys')
      .where((where) =>
        where.whereNull('retired_at').orWhereRaw(`retired_at > now() - interval '${retiredForHours} hours'`),
      )
      .orderBy('created_at', 'desc');

  return {
    current: async () => {
      if (signing && Date.now() - signing.readAt < cacheMs) return signing;
      let [newest] = await live().whereNull('retired_at').limit(1);
      if (!newest) {
        await createFirst();
        [newest] = await live().whereNull('retired_at').limit(1);
      }
      if (!newest) throw new Error('There is no signing key');
      signing = { id: newest.id, key: createPrivateKey(newest.private_key), readAt: Date.now() };
      return signing;
    },
    published: async () => {
      let keys = await live();
      if (keys.length === 0) {
        await createFirst();
        keys = await live();
      }
      return keys.map(({ id, public_key }) => ({ ...public_key, kid: id, use: 'sig', alg: 'RS256' }));
    },
    rotate: async () => {
      await insertKey(db, { isFirst: false });
      await withTransaction(db, async (tx) => {
        const newest = await tx('signing_keys').orderBy('created_at', 'desc').first('id');
        await tx('signing_keys')
          .whereNull('retired_at')
          .whereNot('id', newest.id)
          .update({ retired_at: tx.fn.now() });
      });
      signing = undefined;
    },
  };
};
