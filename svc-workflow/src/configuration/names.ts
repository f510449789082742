const fold = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** Whether two names are equal, ignoring case and Unicode composition. */
export const isSameName = (one: string, other: string): boolean => fold(one) === fold(other);
