import * as z from 'zod';
import { limits } from './limits';

/** `limit` of a paged list. */
export const pageLimitSchema = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(limits.pageSizeMax));
