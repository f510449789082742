import { type Creation, createOnce, type Database, problem, type Tx } from '@obieg/service-kit';
import * as z from 'zod';
import { deleteGroup, insertGroup, lockChange, updateGroup } from '../groups/change-group';
import { addMembers, removeSeveralMembers } from '../groups/group-members.repo';
import { readConditions } from './filters';
import { type GroupChanges, type GroupInput, type Members, noChanges, readMembers } from './group-attributes';
import { isReturned, type ListQuery } from './list-query';
import { inCall, type ScimCall } from './scim-call';
import {
  changeKeptGroups,
  findScimGroup,
  type ListedMember,
  listMembers,
  listPeopleIn,
  listScimGroups,
  listSpecial,
  type ScimGroupRow,
  storeExternalId,
} from './scim-groups.repo';
import { toScimId } from './scim-ids';
import { groupSchemaUri, scimLimits } from './scim-limits';
import { scimProblem } from './scim-problems';
import { checkVersion, withVersion } from './versions';

/** A group as SCIM clients read it (RFC 7643 §4.2). */
export const groupResourceSchema = z
  .object({
    schemas: z.array(z.string()),
    id: z.string(),
    externalId: z.string().optional(),
    displayName: z.string(),
    members: z
      .array(
        z.object({
          value: z.string(),
          display: z.string(),
          type: z.enum(['User', 'Group']),
          $ref: z.string(),
        }),
      )
      .optional(),
    meta: z.object({
      resourceType: z.literal('Group'),
      created: z.iso.datetime(),
      location: z.string(),
      version: z.string(),
    }),
  })
  .meta({ id: 'ScimGroup' });
export type GroupResource = z.infer<typeof groupResourceSchema>;

/** A call that names a group. */
interface GroupCall {
  call: ScimCall;
  id: number;
  ifMatch: string | undefined;
}

const presentRow = (row: ScimGroupRow, baseUrl: string) => {
  const id = toScimId('Group', row.id);
  const { members_hash, ...versioned } = {
    schemas: [groupSchemaUri],
    id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    displayName: row.name,
    members_hash: row.members_hash,
  };
  const meta = {
    resourceType: 'Group' as const,
    created: row.created_at.toISOString(),
    location: `${baseUrl}/Groups/${id}`,
  };
  const { version } = withVersion({ ...versioned, members_hash, meta }).meta;
  return { ...versioned, meta: { ...meta, version } };
};

const presentMember = ({ kind, id, name }: ListedMember, baseUrl: string) => {
  const value = toScimId(kind, id);
  return { value, display: name, type: kind, $ref: `${baseUrl}/${kind}s/${value}` };
};

/** The version is the same with and without members. @throws 400 tooMany */
const present = async (
  tx: Tx,
  { organizationId, baseUrl }: ScimCall,
  rows: readonly ScimGroupRow[],
  withMembers: boolean,
): Promise<GroupResource[]> => {
  const groups = rows.map((row) => ({ id: row.id, resource: presentRow(row, baseUrl) }));
  if (!withMembers) return groups.map(({ resource }) => resource);
  const ids = groups.map(({ id }) => id);
  const members = await listMembers(tx, organizationId, ids, scimLimits.membersMax + 1);
  if (members.length > scimLimits.membersMax)
    throw scimProblem.tooMany(
      `These groups have more than ${scimLimits.membersMax} members. Use excludedAttributes=members, or a smaller count.`,
    );
  const byGroup = new Map<number, ListedMember[]>(ids.map((id) => [id, []]));
  for (const member of members) byGroup.get(member.group_id)?.push(member);
  return groups.map(({ id, resource }) => ({
    ...resource,
    members: (byGroup.get(id) ?? []).map((member) => presentMember(member, baseUrl)),
  }));
};

/** @throws 404 */
const getRow = async (tx: Tx, { organizationId }: ScimCall, id: number): Promise<ScimGroupRow> => {
  const row = await findScimGroup(tx, organizationId, id);
  if (!row) throw problem.notFound();
  return row;
};

/** Refuses to make a group the child of another one, or to free it. Parents are set on the screen. @throws 400 mutability */
const checkChildren = async (
  tx: Tx,
  { organizationId }: ScimCall,
  id: number,
  { added, removed }: GroupChanges,
): Promise<void> => {
  if (added.groups.size === 0 && removed.groups.size === 0) return;
  const children = new Set<number>(
    await tx('groups').where({ organization_id: organizationId, parent_group_id: id }).pluck('id'),
  );
  const isChanged =
    [...added.groups].some((group) => !children.has(group)) ||
    [...removed.groups].some((group) => children.has(group));
  if (isChanged) throw scimProblem.mutability('members of type Group');
};

/** Of the people to add, members of the organization. Inactive people wait for their activation. */
const sortOut = async (tx: Tx, call: ScimCall, people: Members['people']) => {
  const { inactive, integrations } = await listSpecial(tx, call.organizationId, [...people]);
  if (integrations.length > 0) throw scimProblem.invalidValue('members');
  const waiting = new Set(inactive);
  return { inactive, active: [...people].filter((id) => !waiting.has(id)) };
};

/** The caller has locked the group and the memberships of the people. @throws 400 invalidValue for other accounts */
const applyMembers = async (
  tx: Tx,
  call: ScimCall,
  groupId: number,
  { isReplaced, added, removed }: GroupChanges,
): Promise<void> => {
  const { organizationId, origin } = call;
  const { inactive, active } = await sortOut(tx, call, added.people);
  const concerned = isReplaced ? undefined : [...active, ...removed.people];
  const present = new Set(await listPeopleIn(tx, organizationId, groupId, concerned));
  const wanted = new Set(active);
  const leaving = [...present].filter((id) => (isReplaced ? !wanted.has(id) : removed.people.has(id)));
  const place = { organizationId, groupId };
  const joining = active
    .filter((id) => !present.has(id))
    .map((userId) => ({ userId, role: 'MEMBER' as const }));
  if (leaving.length > 0) await removeSeveralMembers(tx, place, leaving, origin);
  await addMembers(tx, place, joining, origin);
  await changeKeptGroups(tx, organizationId, groupId, {
    added: inactive,
    removed: isReplaced ? 'others' : [...removed.people],
  });
};

const applyChanges = async (tx: Tx, { call, id, ifMatch }: GroupCall, changes: GroupChanges) => {
  const { organizationId } = call;
  await getRow(tx, call, id);
  await lockChange(tx, call, { id, memberIds: [...changes.added.people] });
  const row = await getRow(tx, call, id);
  checkVersion(presentRow(row, call.baseUrl), ifMatch);
  await checkChildren(tx, call, id, changes);
  if (changes.displayName !== undefined && changes.displayName !== row.name)
    await updateGroup(
      tx,
      { ...call, id, ifMatch: undefined },
      { name: changes.displayName, description: row.description, parentGroupId: row.parent_group_id },
    );
  if (changes.externalId !== undefined && changes.externalId !== row.external_id)
    await storeExternalId(tx, organizationId, id, changes.externalId);
  await applyMembers(tx, call, id, changes);
};

const insert = async (tx: Tx, call: ScimCall, input: GroupInput): Promise<GroupResource> => {
  const members = readMembers(input);
  await lockChange(tx, call, { memberIds: [...members.people] });
  const { id } = await insertGroup(tx, call, { name: input.displayName });
  await storeExternalId(tx, call.organizationId, id, input.externalId ?? null);
  const changes = { ...noChanges(), added: members };
  await checkChildren(tx, call, id, changes);
  await applyMembers(tx, call, id, changes);
  const [group] = await present(tx, call, [await getRow(tx, call, id)], true);
  return group as GroupResource;
};

export const createScimGroups = (db: Database) => ({
  /** @throws 400 invalidFilter, tooMany */
  list: (call: ScimCall, query: ListQuery) =>
    inCall(db, call, async (tx) => {
      const { filter, startIndex, count } = query;
      const conditions = filter === undefined ? [] : readConditions(filter);
      const page = { conditions, offset: startIndex - 1, limit: count };
      const { groups, count: totalResults } = await listScimGroups(tx, call.organizationId, page);
      return { resources: await present(tx, call, groups, isReturned(query, 'members')), totalResults };
    }),

  /** @throws 404, 400 tooMany */
  get: (call: ScimCall, id: number, withMembers: boolean): Promise<GroupResource> =>
    inCall(db, call, async (tx) => {
      const [group] = await present(tx, call, [await getRow(tx, call, id)], withMembers);
      return group as GroupResource;
    }),

  /** Creates a group, once per idempotency key. @throws 400, 403, 409, 413 */
  create: (call: ScimCall, input: GroupInput, creation: Creation | undefined): Promise<GroupResource> =>
    inCall(db, call, (tx) => createOnce(tx, creation, () => insert(tx, call, input))),

  /** Replaces name and people. Child groups stay. @throws 400, 403, 404, 409, 412, 413 */
  replace: (groupCall: GroupCall, input: GroupInput): Promise<GroupResource> =>
    inCall(db, groupCall.call, async (tx) => {
      const { call, id } = groupCall;
      await applyChanges(tx, groupCall, {
        ...noChanges(),
        displayName: input.displayName,
        ...(input.externalId === undefined ? {} : { externalId: input.externalId }),
        isReplaced: input.members !== undefined,
        added: readMembers(input),
      });
      const [group] = await present(tx, call, [await getRow(tx, call, id)], true);
      return group as GroupResource;
    }),

  /** @returns the new version @throws 400, 403, 404, 409, 412, 413 */
  patch: (groupCall: GroupCall, changes: GroupChanges): Promise<string> =>
    inCall(db, groupCall.call, async (tx) => {
      await applyChanges(tx, groupCall, changes);
      return presentRow(await getRow(tx, groupCall.call, groupCall.id), groupCall.call.baseUrl).meta.version;
    }),

  /** @throws 403, 404, 409 IN_USE, 412 */
  remove: ({ call, id, ifMatch }: GroupCall): Promise<void> =>
    inCall(db, call, async (tx) => {
      await lockChange(tx, call, { id });
      checkVersion(presentRow(await getRow(tx, call, id), call.baseUrl), ifMatch);
      await deleteGroup(tx, { ...call, id, ifMatch: undefined });
    }),
});
export type ScimGroups = ReturnType<typeof createScimGroups>;
