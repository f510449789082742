import { type Database, type SecretBox, withTransaction } from '@obieg/service-kit';
import { secretContextOf } from './prove-factor';
import type { FactorRow } from './second-factors.repo';

/** Encrypts the secrets of all authenticator apps with the newest key. @returns their number */
export const reencryptFactors = async (db: Database, box: SecretBox): Promise<number> => {
  const ids: string[] = await db.knex('second_factors').whereNotNull('secret').orderBy('id').pluck('id');
  let count = 0;
  for (const id of ids)
    await withTransaction(db, async (tx) => {
      const row = await tx<FactorRow>('second_factors').where({ id }).forNoKeyUpdate().first('secret');
      if (!row?.secret || box.isCurrent(row.secret)) return;
      const context = secretContextOf(id);
      const secret = box.seal(box.open(row.secret, context), context);
      await tx('second_factors').where({ id }).update({ secret });
      count += 1;
    });
  return count;
};
