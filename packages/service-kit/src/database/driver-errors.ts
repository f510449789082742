const busy = new Set(['57014', '55P03', '40001', '40P01']);
const unstorable = new Set(['22003', '22021', '22P02', '22P05']);

const codeOf = (error: unknown): string => (error as { code?: unknown } | null)?.code?.toString() ?? '';

/** Whether a statement timed out, waited too long for a lock, or lost a conflict. A retry can succeed. */
export const isBusyDatabase = (error: unknown): boolean => busy.has(codeOf(error));

/**
 * Whether PostgreSQL cannot store a value: number out of range or invalid text. The schemas should catch these first.
 */
export const isUnstorableValue = (error: unknown): boolean => unstorable.has(codeOf(error));

/** Network errors; PostgreSQL errors: shutdown, startup, idle transaction, lost connection, too many connections. */
const unavailableCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '25P03', '08000', '08001', '08003', '08004', '08006', '53300'],
]);

/** Whether the database is unavailable, so that a retry can succeed. Some errors of the driver have no code. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  if (code && unavailableCodes.has(code)) return true;
  return (
    name === 'KnexTimeoutError' ||
    /Connection terminated|connection error|timeout expired|timeout exceeded when trying to connect|Query read timeout/.test(
      message ?? '',
    )
  );
};
