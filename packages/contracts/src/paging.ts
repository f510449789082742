import * as z from 'zod';
import { limits } from './limits';

/** `limit` of a paged list. */
export const pageLimitSchema = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(limits.pageSizeMax));

/** Query of a paged list. `cursor` is the previous `X-Next-Cursor`. */
export const pageQuerySchema = z.object({
  limit: pageLimitSchema.default(limits.pageSize),
  cursor: z.string().max(1_000).optional(),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;
