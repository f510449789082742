import * as z from 'zod';

/** An organization with more tasks reports this number, so that the cost of a count is limited. */
export const organizationTaskCountMax = 10_000;

/**
 * GET /api/tasks/organizations/{id}/count: the tasks of the organization that the caller may see. A deletion takes away
 * the others, too.
 */
export const organizationTaskCountSchema = z
  .object({ taskCount: z.int().nonnegative().max(organizationTaskCountMax) })
  .meta({ id: 'OrganizationTaskCount' });
export type OrganizationTaskCount = z.infer<typeof organizationTaskCountSchema>;
