import type * as z from 'zod';

/** Returns whether the text of a number field is a whole number, not negative, that the schema accepts. */
export const isWholeNumber = (text: string, schema: z.ZodType): boolean =>
  /^\d+$/.test(text.trim()) && schema.safeParse(Number(text)).success;
