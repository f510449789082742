import { defaultTimeZone, isTimeZone } from '@obieg/contracts';
import type { Logger } from 'pino';
import type { Tx } from './transaction';

/**
 * Whether Node.js and PostgreSQL both know a time zone. Each has its own version of the time zone database, and names
 * come and go: Node.js knows `US/Pacific-New`, which PostgreSQL does not. Takes PostgreSQL 30 ms.
 */
export const isKnownTimeZone = async (tx: Tx, name: string): Promise<boolean> => {
  if (name === defaultTimeZone) return true;
  if (!isTimeZone(name)) return false;
  const { rows } = await tx.raw<{ rows: [{ is_known: boolean }] }>(
    'select exists (select from pg_timezone_names where name = ?) as is_known',
    [name],
  );
  return rows[0].is_known;
};

/**
 * Returns the time zone of an organization for a read model: the default, with a warning, if this service does not know
 * the one that svc-identity published.
 */
export const resolveTimeZone = async (
  tx: Tx,
  { organizationId, timeZone }: { organizationId: number; timeZone: string },
  log?: Pick<Logger, 'warn'>,
): Promise<string> => {
  if (await isKnownTimeZone(tx, timeZone)) return timeZone;
  log?.warn(
    { organizationId, timeZone, used: defaultTimeZone },
    'the time zone of an organization is unknown',
  );
  return defaultTimeZone;
};
