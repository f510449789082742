/** Parses an id from a path. @returns undefined unless the text is a positive whole number without leading zeros. */
export const parseId = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
