import {
  type OrganizationTaskCount,
  organizationTaskCountMax,
  organizationTaskCountSchema,
  pathIdSchema,
} from '@obieg/contracts';
import {
  type Actor,
  type Database,
  defineRoute,
  problem,
  type Route,
  withOrganization,
} from '@obieg/service-kit';
import * as z from 'zod';
import { readerCte } from '../policy/reader-sql';
import { selectListed, type TaskSource } from '../policy/task-sources';
import { readerBindings } from '../policy/tasks.policy';

const selectLive = ({ from, isLive, visibility }: TaskSource): string =>
  `select t.id from ${from} where ${[isLive, ...visibility].join(' and ')} limit ${organizationTaskCountMax}`;

/**
 * Counts the tasks of an organization that the caller may see, up to the maximum: whoever may delete an organization is
 * no reader of its restricted tasks (ADR 0007). @throws 404
 */
const countTasks = (db: Database, id: number, actor: Actor): Promise<OrganizationTaskCount> =>
  withOrganization(db, id, async (tx) => {
    const { rows } = await tx.raw<{ rows: OrganizationTaskCount[] }>(
      `with ${readerCte}
       select (select count(*)::int
                 from (select * from (${selectListed(actor, selectLive)}) listed
                        limit ${organizationTaskCountMax}) counted) as "taskCount"
         from organizations o
        where o.organization_id = :id and o.deleted_at is null`,
      { ...readerBindings(actor), id },
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
    summary: 'Counts the tasks of an organization that the caller may see, up to 10,000',
    access: { permission: 'MANAGE_ORGANIZATIONS' },
    // Organizations can be deleted from the main domain, and from the address of any organization.
    site: 'any',
    params: z.object({ id: pathIdSchema }),
    responses: { 200: organizationTaskCountSchema },
    handler: async ({ params: { id }, actor }) => ({ status: 200, body: await countTasks(db, id, actor) }),
  }),
];
