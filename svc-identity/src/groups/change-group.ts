import type { CreateGroup, Language, SaveGroup } from '@obieg/contracts';
import { type Actor, matchesRevision, problem, type Tx } from '@obieg/service-kit';
import { lockActor } from '../members/acting-member';
import { findLastChange } from '../members/last-change';
import { translate } from '../messages/server-messages';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { storeDeletedGroup } from './deleted-groups';
import { addMembers, removeAllMembers } from './group-members.repo';
import { checkUnused, here } from './group-rules';
import { recordGroup, recordGroupDeleted } from './groups.events';
import { type GroupRow, getGroup, presentGroup, type RevisedGroup } from './read-groups';

/** An actor who changes groups. */
export interface Change {
  organizationId: number;
  actor: Actor;
  origin: Origin;
}
/** A change of a group that exists. */
export interface GroupChange extends Change {
  id: number;
  /** The request's If-Match. */
  ifMatch: string | undefined;
}

/** Serializes changes of an organization's groups, so that two changes cannot form a cycle together. */
const lockGroups = (tx: Tx, organizationId: number) =>
  tx.raw('select pg_advisory_xact_lock(?, ?)', [7_310_002, organizationId % 2_147_483_647]);

/**
 * Takes the locks for a change of a group: first the group, then memberships, as when a member is added. @throws 403
 * if the actor no longer manages users
 */
export const lockChange = async (
  tx: Tx,
  change: Change,
  { id, memberIds }: { id?: number; memberIds?: readonly number[] } = {},
): Promise<void> => {
  const { organizationId } = change;
  await lockGroups(tx, organizationId);
  // Locked before the check for uses, so that a concurrent use waits or is found.
  if (id !== undefined)
    await tx('groups').where({ organization_id: organizationId, id }).forUpdate().first('id');
  await lockActor(tx, change, 'MANAGE_USERS', memberIds);
};

const checkParent = async (
  tx: Tx,
  parentId: number | null,
  language: Language,
  groupId?: number,
): Promise<void> => {
  if (parentId === null) return;
  const refuse = (key: 'noSuchGroup' | 'groupCircle') =>
    problem.validation([{ field: 'parentGroupId', message: translate(language, key) }]);
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `with recursive ancestors as (
       select organization_id, id, parent_group_id from groups where id = ? and ${here('groups')}
       union
       select g.organization_id, g.id, g.parent_group_id
         from ancestors a
         join groups g on g.organization_id = a.organization_id and g.id = a.parent_group_id
     ) select id from ancestors`,
    [parentId],
  );
  if (rows.length === 0) throw refuse('noSuchGroup');
  if (rows.some(({ id }) => id === groupId)) throw refuse('groupCircle');
};

/** @throws 404, 412 if another user has changed the group in the meantime */
const getExpectedGroup = async (
  tx: Tx,
  { organizationId, actor, id, ifMatch }: GroupChange,
): Promise<GroupRow> => {
  const group = await getGroup(tx, id);
  if (matchesRevision(group, ifMatch)) return group;
  throw problem.preconditionFailed(
    undefined,
    await findLastChange(tx, actor, {
      organizationId,
      events: ['group.change'],
      subject: { type: 'group', id },
    }),
  );
};

const columns = ({ name, description, parentGroupId }: SaveGroup) => ({
  name,
  description: description || null,
  parent_group_id: parentGroupId ?? null,
});

/** Creates a group with its first members. @throws 403, 422 */
export const insertGroup = async (
  tx: Tx,
  change: Change,
  { members = [], ...input }: CreateGroup,
): Promise<RevisedGroup> => {
  const { organizationId, origin } = change;
  await lockChange(tx, change, { memberIds: members.map(({ userId }) => userId) });
  await checkParent(tx, input.parentGroupId ?? null, origin.language);
  const [row] = await tx<GroupRow>('groups')
    .insert({ organization_id: organizationId, ...columns(input) })
    .returning('*');
  if (!row) throw new Error('The insert returned no row');
  recordGroup(tx, row, origin.traceparent);
  await recordSecurity(tx, origin, {
    event: 'group.create',
    subject: { type: 'group', id: row.id },
    details: { name: row.name, parentGroupId: row.parent_group_id },
  });
  await addMembers(tx, { organizationId, groupId: row.id }, members, origin);
  return presentGroup(await getGroup(tx, row.id));
};

/** Changes name, description and parent. @throws 403, 404, 412, 422 */
export const updateGroup = async (tx: Tx, change: GroupChange, input: SaveGroup): Promise<RevisedGroup> => {
  const { organizationId, origin, id } = change;
  await lockChange(tx, change, { id });
  const before = await getExpectedGroup(tx, change);
  await checkParent(tx, input.parentGroupId ?? null, origin.language, id);
  const [row] = await tx<GroupRow>('groups')
    .where({ organization_id: organizationId, id })
    .update({ ...columns(input), revision: tx.raw('revision + 1') })
    .returning('*');
  if (!row) throw problem.notFound();
  recordGroup(tx, row, origin.traceparent);
  await recordSecurity(tx, origin, {
    event: 'group.change',
    subject: { type: 'group', id },
    details: {
      name: row.name,
      nameBefore: before.name,
      parentGroupId: row.parent_group_id,
      parentGroupIdBefore: before.parent_group_id,
    },
  });
  return presentGroup(await getGroup(tx, id));
};

/** Removes the members and deletes the group. @throws 403, 404, 409 IN_USE, 412 */
export const deleteGroup = async (tx: Tx, change: GroupChange): Promise<void> => {
  const { organizationId, origin, id } = change;
  await lockChange(tx, change, { id });
  const { name } = await getExpectedGroup(tx, change);
  await checkUnused(tx, id, origin.language);
  await storeDeletedGroup(tx, organizationId, id);
  await removeAllMembers(tx, organizationId, id, origin);
  await tx('groups').where({ organization_id: organizationId, id }).delete();
  recordGroupDeleted(tx, { organization_id: organizationId, id }, origin.traceparent);
  await recordSecurity(tx, origin, {
    event: 'group.delete',
    subject: { type: 'group', id },
    details: { name },
  });
};
