import * as z from 'zod';
import { limits } from './limits';

/** `limit` of a list that is read a page at a time. */
export const pageLimitSchema = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(limits.pageSizeMax));
