import { type CheckedGroup, organizationRoleSchema, permissionsOfRoles } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';

interface GroupRow {
  id: number;
  name: string;
  parent_group_id: number | null;
}

/** Roles that permit to run transitions. */
const executingRoles = organizationRoleSchema.options.filter((role) =>
  permissionsOfRoles([role]).has('BASE'),
);

/** Groups with a LEADER or MEMBER of their own who may run transitions. */
const listGroupsWithExecutors = async (tx: Tx): Promise<number[]> => {
  const { rows } = await tx.raw<{ rows: { group_id: number }[] }>(
    `select distinct m.group_id
       from group_members m
       join memberships s on s.organization_id = m.organization_id and s.user_id = m.user_id
       left join users u on u.id = m.user_id
      where m.role in ('LEADER', 'MEMBER')
        and (s.roles && ?::text[] or 'SUPER_ADMIN' = any(u.system_roles))`,
    [`{${executingRoles.join(',')}}`],
  );
  return rows.map(({ group_id }) => group_id);
};

/** Loads the groups for the workflow check. A member of a group is a member of all its ancestors. */
export const loadCheckedGroups = async (tx: Tx): Promise<CheckedGroup[]> => {
  const groups: GroupRow[] = await tx('groups').orderBy('id').select('id', 'name', 'parent_group_id');
  const parents = new Map(groups.map((group) => [group.id, group.parent_group_id]));
  const withExecutors = new Set<number>();
  for (const own of await listGroupsWithExecutors(tx))
    for (let id: number | null | undefined = own; id && !withExecutors.has(id); id = parents.get(id))
      withExecutors.add(id);
  return groups.map(({ id, name }) => ({ id, name, hasExecutors: withExecutors.has(id) }));
};
