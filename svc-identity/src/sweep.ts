import {
  createWorkerLoop,
  type Database,
  type Logger,
  sweepAlone,
  withEveryOrganization,
  withTransaction,
} from '@obieg/service-kit';
import { isReservationOver } from './organizations/code-names';

/** Expired rows and the time they are kept. Rate limits look back at most one hour. */
const expired: Record<string, string> = {
  sign_in_failures: `failed_at < now() - interval '1 hour'`,
  verification_sends: `sent_at < now() - interval '2 hours'`,
  invitation_sends: `sent_at < now() - interval '2 hours'`,
  verifications: 'expires_at < now()',
  invitations: 'expires_at < now()',
  sign_in_challenges: 'expires_at < now()',
  factor_ceremonies: 'expires_at < now()',
  provider_sign_ins: 'expires_at < now()',
  provider_logouts: 'expires_at < now()',
  former_code_names: isReservationOver,
  api_tokens: `coalesce(revoked_at, expires_at) < now() - interval '30 days'`,
  // Locked in the order of revocation.
  sessions: `id in (select id from sessions where expires_at < now() - interval '30 days' order by id for update)`,
};

/** PostgreSQL deletes at most 10,000 entries per call, which takes about a second. */
const sweepSecurityLog = (db: Database): Promise<number> =>
  withTransaction(db, (tx) =>
    sweepAlone(tx, 'security_log', async () => {
      const { rows } = await tx.raw<{ rows: [{ count: number }] }>('select sweep_security_log() as count');
      return rows[0].count;
    }),
  );

/** Deletes expired rows, except those that another process is deleting. */
export const sweepExpired = async (db: Database): Promise<void> => {
  for (const [table, condition] of Object.entries(expired))
    await withEveryOrganization(db, (tx) =>
      sweepAlone(tx, table, () => tx(table).whereRaw(condition).delete()),
    );
  while ((await sweepSecurityLog(db)) > 0) {
    // Repeat until no row is left.
  }
};

const intervalMs = 60 * 60 * 1_000;

export const createSweeper = (db: Database, log: Logger) =>
  createWorkerLoop({
    intervalMs,
    startsLater: true,
    log,
    failureMessage: 'cannot delete expired rows',
    round: () => sweepExpired(db),
  });
