import { type Database, withTransaction } from '@obieg/service-kit';
import { hashPassword } from '../credentials/passwords';
import { recordUserChanged, type UserRow } from '../members/members.repo';
import { skeletonColumns } from '../members/name-skeletons';
import { deleteAllFactors } from '../second-factor/second-factors.repo';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { endAccess } from '../sessions/end-access';

/**
 * Creates the first super administrator, or gives role and password to the existing account. Then ends its sessions
 * and unused credentials.
 */
export const createSuperAdmin = async (
  db: Database,
  { email, username, password }: { email: string; username: string; password: string },
  origin: Origin,
): Promise<void> => {
  const passwordHash = await hashPassword(password);
  await withTransaction(db, async (tx) => {
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 1))', [email.toLowerCase()]);
    const existing = await tx<UserRow>('users').whereRaw('lower(email) = lower(?)', [email]).first();
    const values = { is_super_admin: true, password_hash: passwordHash };
    const [row] = existing
      ? await tx<UserRow>('users').where({ id: existing.id }).update(values).returning('*')
      : await tx<UserRow>('users')
          .insert({
            email: email.toLowerCase(),
            username,
            ...skeletonColumns({ username, display_name: null }),
            ...values,
          })
          .returning('*');
    if (!row) throw new Error('The statement returned no row');
    recordUserChanged(tx, row);
    await recordSecurity(tx, origin, { event: 'super-admin.create', subject: { type: 'user', id: row.id } });
    // The way back for an administrator who lost the second factor.
    await deleteAllFactors(tx, row.id);
    await endAccess(tx, row.id, { origin, reason: 'super-admin.create' });
  });
};
