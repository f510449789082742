import {
  type OrganizationTaskCount,
  organizationTaskCountMax,
  organizationTaskCountSchema,
  pathIdSchema,
} from '@obieg/contracts';
import { type Database, defineRoute, problem, type Route, withOrganization } from '@obieg/service-kit';
import * as z from 'zod';

/** Counts all tasks of an organization, up to the maximum. @throws 404 */
const countTasks = (db: Database, id: number): Promise<OrganizationTaskCount> =>
  withOrganization(db, id, async (tx) => {
    const { rows } = await tx.raw<{ rows: OrganizationTaskCount[] }>(
      `select (select count(*)::int
                 from (select from tasks t
                        where t.organization_id = o.organization_id and t.deleted_at is null
                        limit ${organizationTaskCountMax}) counted) as "taskCount"
         from organizations o
        where o.organization_id = ? and o.deleted_at is null`,
      [id],
    );
    const [count] = rows;
    if (!count) throw problem.notFound();
    return count;
  });

export const organizationTaskCountRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/tasks/organizations/:id/count',
    operationId: 'countTasksOfOrganization',
    summary: 'Counts the tasks that the deletion of an organization takes away, up to 10,000',
    access: { permission: 'MANAGE_ORGANIZATIONS' },
    // Organizations can be deleted from the main domain, and from the address of any organization.
    site: 'any',
    params: z.object({ id: pathIdSchema }),
    responses: { 200: organizationTaskCountSchema },
    handler: async ({ params: { id } }) => ({ status: 200, body: await countTasks(db, id) }),
  }),
];
