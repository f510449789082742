import * as z from 'zod';

/** A database id: a positive safe integer. */
export const idSchema = z.int().positive();

/** An id in a path or query: decimal digits of a positive safe integer. */
export const pathIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(idSchema);

/** A task's public number: twelve random digits without a leading zero (spec 3 §3). */
export const publicTaskIdSchema = idSchema;
