const busy = new Set(['57014', '55P03', '40001', '40P01']);
const unstorable = new Set(['22003', '22021', '22P02', '22P05']);

const codeOf = (error: unknown): string => (error as { code?: unknown } | null)?.code?.toString() ?? '';

/** A statement that ran out of time, waited too long for a lock, or lost to another one: trying again may work. */
export const isBusyDatabase = (error: unknown): boolean => busy.has(codeOf(error));

/** A number out of range or a text that the database cannot hold: the last net below the schemas. */
export const isUnstorableValue = (error: unknown): boolean => unstorable.has(codeOf(error));
