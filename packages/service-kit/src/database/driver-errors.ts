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
const lostCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  ...[
    '57P01',
    '57P02',
    '57P03',
    '57P04',
    '57P05',
    '25P03',
    '08000',
    '08001',
    '08003',
    '08004',
    '08006',
    '53300',
  ],
]);

/** Whether the connection cannot be used further. Some errors of the driver have no code. */
export const isConnectionLost = (error: unknown): boolean => {
  const { code, name, message } = (error ?? {}) as { code?: string; name?: string; message?: string };
  if (code && lostCodes.has(code)) return true;
  return (
    name === 'KnexTimeoutError' ||
    /Connection terminated|connection error|timeout expired|timeout exceeded when trying to connect|Query read timeout/.test(
      message ?? '',
    )
  );
};

/** Codes of class 53 that say nothing about the server's disk and memory. */
const limits = new Set([
  // Too many connections: a lost connection, see above.
  '53300',
  // A configured limit: PostgreSQL cancels a transaction whose temporary files exceed `temp_file_limit`. The statement is
  // too expensive, others work, and a retry fails again. As an outage, one such row would stop its queue for ever.
  '53400',
]);

/**
 * Whether the server lacks a resource or its system fails (classes 53 and 58), for example with a full or broken disk.
 * Reads can still work. Includes 53200 (out of memory): the operating system refuses memory, or the table of locks,
 * which all sessions share, is full. A value that is too large for any server has a code of class 54.
 */
export const isServerFailing = (error: unknown): boolean => {
  const code = codeOf(error);
  return /^(53|58)\w{3}$/.test(code) && !limits.has(code);
};

const queryCanceled = '57014';

/**
 * Whether the database is unavailable for reasons outside the statement, so that every statement can fail and a retry
 * can succeed: lost connections and the classes 53, 57 and 58. A canceled query is not: its own cost can be the reason.
 */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  const code = codeOf(error);
  return (
    isConnectionLost(error) || isServerFailing(error) || (/^57\w{3}$/.test(code) && code !== queryCanceled)
  );
};
