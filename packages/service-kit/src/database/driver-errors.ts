const busy = new Set(['57014', '55P03', '40001', '40P01']);
const unstorable = new Set(['22003', '22021', '22P02', '22P05']);

const codeOf = (error: unknown): string => (error as { code?: unknown } | null)?.code?.toString() ?? '';

/** Whether a statement timed out, waited too long for a lock, or lost a conflict. A retry can succeed. */
export const isBusyDatabase = (error: unknown): boolean => busy.has(codeOf(error));

/**
 * Whether PostgreSQL cannot store a value: number out of range or invalid text. The schemas should catch these first.
 */
export const isUnstorableValue = (error: unknown): boolean => unstorable.has(codeOf(error));
