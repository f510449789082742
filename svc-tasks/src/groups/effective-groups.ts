import type { GroupMemberRole } from '@obieg/contracts';
import { groupPathIn, type Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';

const viewingRoles: readonly GroupMemberRole[] = ['LEADER', 'MEMBER', 'OBSERVER'];
const actingRoles: readonly GroupMemberRole[] = ['LEADER', 'MEMBER'];

/**
 * SQL: a bigint[] of the groups in which the user has one of the roles, and all their parent groups. For `:readerId`,
 * the subquery makes PostgreSQL evaluate it once per statement.
 */
const effectiveGroupIds = (userId: string, roles: readonly GroupMemberRole[]): string =>
  `cast((select effective_groups(${userId}, '{${roles.join(',')}}')) as bigint[])`;

/** SQL: groups that let the user see their tasks and comments. */
export const viewingGroupIdsOf = (userId: string): string => effectiveGroupIds(userId, viewingRoles);

/** SQL: groups that let the caller see their tasks and comments. */
export const viewingGroupIds = viewingGroupIdsOf(':readerId');
/** SQL: groups that let the caller run their transitions and take their tasks. */
export const actingGroupIds = effectiveGroupIds(':readerId', actingRoles);
/** SQL: groups in which the user is an effective LEADER or MEMBER. */
export const actingGroupIdsOf = (userId: string): string => effectiveGroupIds(userId, actingRoles);

/** `parseGroupIds` parses the rows. */
export const selectActingGroups = (knex: Knex, readerId: number | null): Knex.Raw =>
  knex.raw(`select to_json(${actingGroupIds}) as ids`, { readerId });

export const parseGroupIds = ([row]: readonly Record<string, unknown>[] = []): ReadonlySet<number> =>
  new Set(row?.['ids'] as number[]);

export interface Executors {
  actingGroupIds: ReadonlySet<number>;
  /** Names of the executor groups, for the error message. Empty if the reader acts through one of them. */
  executorGroupNames: readonly string[];
}

/** Runs one statement. `offset 0` stops the planner from evaluating the reader's groups twice. */
export const findExecutors = async (
  tx: Tx,
  readerId: number,
  executorGroupIds: readonly number[],
): Promise<Executors> => {
  const { rows } = await tx.raw<{ rows: { ids: number[]; names: string[] | null }[] }>(
    `select to_json(acting.ids) as ids,
            case when not acting.ids && cast(:executorGroupIds as bigint[]) then (
              select json_agg(${groupPathIn('g')} order by g.name) from groups g
               where g.id = any(cast(:executorGroupIds as bigint[])) and g.deleted_at is null) end as names
       from (select ${actingGroupIds} as ids offset 0) acting`,
    { readerId, executorGroupIds: [...executorGroupIds] },
  );
  return { actingGroupIds: parseGroupIds(rows), executorGroupNames: rows[0]?.names ?? [] };
};

/** SQL: the roles, for a comparison with `in`. */
const inRoles = (roles: readonly GroupMemberRole[]): string =>
  `(${roles.map((role) => `'${role}'`).join(', ')})`;
/** SQL: the roles of members who see the tasks and comments of their group. */
export const inViewingRoles = inRoles(viewingRoles);

/** SQL: ids of the users who are LEADER or MEMBER of the group or of one of its child groups. */
export const actingMemberIdsOf = (groupId: string): string => `
  with recursive below as (
    select organization_id, id from groups where id = ${groupId} and deleted_at is null
    union
    select g.organization_id, g.id
      from below b
      join groups g on g.organization_id = b.organization_id and g.parent_group_id = b.id and g.deleted_at is null
  ) select m.user_id
      from below b
      join group_members m on m.organization_id = b.organization_id and m.group_id = b.id
       and m.role in ${inRoles(actingRoles)}`;

/** Checks for the role LEADER or MEMBER in the group or in one of its child groups. */
export const isActingMember = async (tx: Tx, groupId: number, userId: number): Promise<boolean> => {
  const { rows } = await tx.raw<{ rows: { is_member: boolean }[] }>(
    `select :groupId = any(${actingGroupIds}) as is_member`,
    { groupId, readerId: userId },
  );
  return rows[0]?.is_member === true;
};

/** Checks for the role LEADER in this group. A leader of a child group is only a member here. */
export const isLeader = async (tx: Tx, groupId: number, userId: number): Promise<boolean> =>
  (await tx('group_members as m')
    .join('groups as g', (join) =>
      join.on('g.organization_id', 'm.organization_id').andOn('g.id', 'm.group_id'),
    )
    .where({ 'm.group_id': groupId, 'm.user_id': userId, 'm.role': 'LEADER' })
    .whereNull('g.deleted_at')
    .first('m.user_id')) !== undefined;
