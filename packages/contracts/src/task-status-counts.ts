import * as z from 'zod';
import { idSchema } from './identifiers';

/** A status with more tasks reports this number. */
export const statusCountMax = 1_000;

/** GET /api/tasks/status-counts: the number of tasks that the caller may see, for each status that has any. */
export const taskStatusCountsSchema = z
  .object({
    counts: z.array(z.object({ statusId: idSchema, tasks: z.int().positive().max(statusCountMax) })),
  })
  .meta({ id: 'TaskStatusCounts' });
export type TaskStatusCounts = z.infer<typeof taskStatusCountsSchema>;
