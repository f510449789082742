import type { OrganizationContents } from '@obieg/contracts';
import { type Database, problem, withOrganization } from '@obieg/service-kit';

/** Counts people and groups of an organization. svc-identity does not know all tasks, so they are not counted. @throws 404 */
export const countOrganizationContents = (db: Database, id: number): Promise<OrganizationContents> =>
  withOrganization(db, id, async (tx) => {
    const { rows } = await tx.raw<{ rows: [OrganizationContents] | [] }>(
      `select (select count(*)::int from memberships m
                where m.organization_id = o.id and cardinality(m.roles) > 0
                  and m.user_id not in (select u.id from users u where u.is_integration)) as "userCount",
              (select count(*)::int from groups g where g.organization_id = o.id) as "groupCount"
         from organizations o
        where o.id = ? and o.deleted_at is null`,
      [id],
    );
    const [contents] = rows;
    if (!contents) throw problem.notFound();
    return contents;
  });
