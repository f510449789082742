import type {
  CreateGroup,
  Group,
  GroupMember,
  GroupMemberRole,
  GroupSummary,
  Language,
  PageQuery,
  SaveGroup,
} from '@obieg/contracts';
import {
  type Actor,
  type Creation,
  createOnce,
  type Database,
  type JsonText,
  matchesRevision,
  problem,
  readOrganization,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import { lockActor } from '../members/acting-member';
import { findLastChange } from '../members/last-change';
import { translate } from '../messages/server-messages';
import { type Page, readPageByName } from '../requests/paging';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { storeDeletedGroup } from './deleted-groups';
import {
  addFirstMembers,
  addMember,
  changeMember,
  getMember,
  membersJson,
  type Place,
  type RoleChange,
  removeAllMembers,
  removeMember,
} from './group-members.repo';
import { checkMayManageMembers, checkUnused, here } from './group-rules';
import { recordGroup, recordGroupDeleted } from './groups.events';
import {
  type GroupRow,
  getGroup,
  presentGroup,
  presentGroupsTo,
  type Reader,
  type RevisedGroup,
  selectGroups,
  selectPath,
} from './read-groups';

interface Change {
  organizationId: number;
  actor: Actor;
  origin: Origin;
}
type MemberChange = Change & Place;
/** A change of a group that exists. */
interface GroupChange extends Change {
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
const lockChange = async (
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

/** Prevents deletion of the group until the transaction ends. @throws 404 */
const lockGroup = async (tx: Tx, { organizationId, groupId }: Place): Promise<void> => {
  const row = await tx('groups')
    .where({ organization_id: organizationId, id: groupId })
    .forKeyShare()
    .first('id');
  if (!row) throw problem.notFound();
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

const insertGroup = async (
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
  await addFirstMembers(tx, { organizationId, groupId: row.id }, members, origin);
  return presentGroup(await getGroup(tx, row.id));
};

export const createGroups = (db: Database) => ({
  /** Lists a page of groups by name. @throws 400 for an invalid cursor */
  list: (organizationId: number, query: PageQuery, reader: Reader): Promise<Page<Group>> =>
    withOrganization(db, organizationId, async (tx) => {
      const { items, nextCursor } = await readPageByName<GroupRow>(
        selectGroups(tx).whereRaw(here('g')),
        'g',
        query,
      );
      return { items: await presentGroupsTo(tx, reader, items), nextCursor };
    }),

  /** Lists a page of groups for pickers. @throws 400 for an invalid cursor */
  listSummaries: (organizationId: number, query: PageQuery): Promise<Page<GroupSummary>> =>
    withOrganization(db, organizationId, (tx) =>
      readPageByName<GroupSummary>(
        tx('groups as g').whereRaw(here('g')).select('g.id', 'g.name', 'g.description', selectPath(tx)),
        'g',
        query,
      ),
    ),

  /** @throws 404 */
  get: (organizationId: number, id: number, reader: Reader): Promise<RevisedGroup> =>
    withOrganization(db, organizationId, async (tx) => {
      const [group] = await presentGroupsTo(tx, reader, [await getGroup(tx, id)]);
      if (!group) throw problem.notFound();
      return group;
    }),

  /** Creates a group with its first members, once per idempotency key. @throws 403, 422 */
  create: (
    { creation, ...change }: Change & { creation: Creation | undefined },
    input: CreateGroup,
  ): Promise<RevisedGroup> =>
    withOrganization(db, change.organizationId, (tx) =>
      createOnce(tx, creation, () => insertGroup(tx, change, input)),
    ),

  /** @throws 403, 404, 412, 422 */
  update: (change: GroupChange, input: SaveGroup): Promise<RevisedGroup> =>
    withOrganization(db, change.organizationId, async (tx) => {
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
    }),

  /** Removes the members and deletes the group. @throws 404, 409 IN_USE, 412 */
  delete: (change: GroupChange): Promise<void> =>
    withOrganization(db, change.organizationId, async (tx) => {
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
    }),

  /** Lists the members of a group by username. @throws 404 */
  listMembers: async (organizationId: number, groupId: number): Promise<JsonText> => {
    const [groups = [], members = []] = await readOrganization(db, organizationId, (knex) => [
      knex('groups').where({ organization_id: organizationId, id: groupId }).select('id'),
      knex.raw(membersJson, [groupId]),
    ]);
    if (groups.length === 0) throw problem.notFound();
    return { jsonText: String(members[0]?.['json']) };
  },

  /** @throws 403 if the actor neither manages users nor leads the group */
  addMember: (change: MemberChange, role: GroupMemberRole): Promise<GroupMember> =>
    withOrganization(db, change.organizationId, async (tx) => {
      await lockGroup(tx, change);
      await checkMayManageMembers(tx, change);
      await addMember(tx, change, role, change.origin);
      return getMember(tx, change);
    }),

  /** @throws 403 as `addMember`, 412 if the member no longer has the expected role */
  changeMember: (change: MemberChange, roles: RoleChange): Promise<GroupMember> =>
    withOrganization(db, change.organizationId, async (tx) => {
      await lockGroup(tx, change);
      await checkMayManageMembers(tx, change);
      await changeMember(tx, change, roles, change);
      return getMember(tx, change);
    }),

  /** @throws 403 if the actor neither manages users nor leads the group */
  removeMember: (change: MemberChange): Promise<void> =>
    withOrganization(db, change.organizationId, async (tx) => {
      await lockGroup(tx, change);
      await checkMayManageMembers(tx, change);
      await removeMember(tx, change, change.origin);
    }),
});
export type Groups = ReturnType<typeof createGroups>;
