/** Equal names, ignoring case and Unicode composition, have the same folded name. */
export const foldName = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** Whether two names are equal, ignoring case and Unicode composition. */
export const isSameName = (one: string, other: string): boolean => foldName(one) === foldName(other);
