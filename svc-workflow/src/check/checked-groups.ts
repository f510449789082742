import { type CheckedGroup, organizationRoleSchema, permissionsOfRoles } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { listNamesOnPath } from '../workflow-file/group-paths';

interface GroupRow {
  id: number;
  name: string;
  parentGroupId: number | null;
}

/** Roles that permit to run transitions. */
const executingRoles = organizationRoleSchema.options.filter((role) =>
  permissionsOfRoles([role]).has('BASE'),
);

/** More executors make no difference to the check: one can be the author of a task. */
const executorsMax = 2;

/** Each LEADER or MEMBER of a group who may run transitions. */
const listExecutors = async (tx: Tx): Promise<{ group_id: number; user_id: number }[]> => {
  const { rows } = await tx.raw<{ rows: { group_id: number; user_id: number }[] }>(
    `select m.group_id, m.user_id
       from group_members m
       join memberships s on s.organization_id = m.organization_id and s.user_id = m.user_id
       left join users u on u.id = m.user_id
      where m.role in ('LEADER', 'MEMBER')
        and (s.roles && ?::text[] or 'SUPER_ADMIN' = any(u.system_roles))
      order by m.user_id`,
    [`{${executingRoles.join(',')}}`],
  );
  return rows;
};

/**
 * Loads the groups for the workflow check, named by their paths. A member of a group is a member of all its ancestors.
 */
export const loadCheckedGroups = async (tx: Tx): Promise<CheckedGroup[]> => {
  const groups: GroupRow[] = await tx('groups')
    .orderBy('id')
    .select('id', 'name', 'parent_group_id as parentGroupId');
  const byId = new Map(groups.map((group) => [group.id, group]));
  const executors = new Map<number, Set<number>>(groups.map(({ id }) => [id, new Set()]));
  for (const { group_id, user_id } of await listExecutors(tx))
    for (let id: number | null | undefined = group_id; id; id = byId.get(id)?.parentGroupId) {
      const known = executors.get(id);
      // Then its ancestors have enough, too.
      if (!known || known.size >= executorsMax) break;
      known.add(user_id);
    }
  return groups.map(({ id }) => {
    const executorIds = [...(executors.get(id) ?? [])];
    return {
      id,
      name: listNamesOnPath(byId, id).join(' / '),
      hasExecutors: executorIds.length > 0,
      executorIds,
    };
  });
};
