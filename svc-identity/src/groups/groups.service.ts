import type {
  CreateGroup,
  Group,
  GroupMember,
  GroupMemberRole,
  GroupSummary,
  PageQuery,
  SaveGroup,
} from '@obieg/contracts';
import {
  type Creation,
  createOnce,
  type Database,
  type JsonText,
  problem,
  readOrganization,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import { type Page, readPageByName } from '../requests/paging';
import { type Change, deleteGroup, type GroupChange, insertGroup, updateGroup } from './change-group';
import {
  addMember,
  changeMember,
  getMember,
  membersJson,
  type Place,
  type RoleChange,
  removeMember,
} from './group-members.repo';
import { checkMayManageMembers, here } from './group-rules';
import {
  type GroupRow,
  getGroup,
  presentGroupsTo,
  type Reader,
  type RevisedGroup,
  selectGroups,
  selectPath,
} from './read-groups';

type MemberChange = Change & Place;

/** Prevents deletion of the group until the transaction ends. @throws 404 */
const lockGroup = async (tx: Tx, { organizationId, groupId }: Place): Promise<void> => {
  const row = await tx('groups')
    .where({ organization_id: organizationId, id: groupId })
    .forKeyShare()
    .first('id');
  if (!row) throw problem.notFound();
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
    withOrganization(db, change.organizationId, (tx) => updateGroup(tx, change, input)),

  /** Removes the members and deletes the group. @throws 404, 409 IN_USE, 412 */
  delete: (change: GroupChange): Promise<void> =>
    withOrganization(db, change.organizationId, (tx) => deleteGroup(tx, change)),

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
