const fold = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** Whether people would read both as one name: case and the way its letters are composed do not count. */
export const isSameName = (one: string, other: string): boolean => fold(one) === fold(other);
