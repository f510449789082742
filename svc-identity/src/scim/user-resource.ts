import type { Tx } from '@obieg/service-kit';
import * as z from 'zod';
import type { Person } from './people.repo';
import { toScimId } from './scim-ids';
import { scimLimits, userSchemaUri } from './scim-limits';
import type { UserAttributes } from './user-attributes';
import { withVersion } from './versions';

const referenceSchema = z.object({ value: z.string(), display: z.string(), $ref: z.string() });

/** A person as SCIM clients read it (RFC 7643 §4.1). */
export const userResourceSchema = z
  .object({
    schemas: z.array(z.string()),
    id: z.string(),
    externalId: z.string().optional(),
    userName: z.string(),
    name: z.object({
      formatted: z.string(),
      givenName: z.string().optional(),
      familyName: z.string().optional(),
    }),
    displayName: z.string(),
    emails: z.array(z.object({ value: z.string(), type: z.string(), primary: z.boolean() })),
    active: z.boolean(),
    roles: z.array(z.object({ value: z.string(), primary: z.boolean() })),
    groups: z.array(referenceSchema),
    meta: z.object({
      resourceType: z.literal('User'),
      created: z.iso.datetime(),
      location: z.string(),
      version: z.string(),
    }),
  })
  .meta({ id: 'ScimUser' });
export type UserResource = z.infer<typeof userResourceSchema>;

/** The attributes that a client can write, as it reads them. */
export const attributesOf = (person: Person): UserAttributes => ({
  userName: person.userName,
  ...(person.externalId === null ? {} : { externalId: person.externalId }),
  displayName: person.displayName,
  name: {
    formatted: person.displayName,
    ...(person.givenName === null ? {} : { givenName: person.givenName }),
    ...(person.familyName === null ? {} : { familyName: person.familyName }),
  },
  emails: [{ value: person.user.email, type: 'work', primary: true }],
  active: person.isActive,
  roles: person.roles.map((value, index) => ({ value, primary: index === 0 })),
});

interface GroupsRow {
  user_id: number;
  groups: { id: number; name: string }[];
}

/** The first groups of each person by id. */
const listGroups = async (
  tx: Tx,
  organizationId: number,
  userIds: readonly number[],
): Promise<Map<number, GroupsRow['groups']>> => {
  const { rows } = await tx.raw<{ rows: GroupsRow[] }>(
    `select user_id, json_agg(json_build_object('id', id, 'name', name) order by id) as groups
       from (select m.user_id, g.id, g.name, row_number() over (partition by m.user_id order by g.id) as place
               from group_members m
               join groups g on g.organization_id = m.organization_id and g.id = m.group_id
              where m.organization_id = :organizationId and m.user_id = any(:userIds)) placed
      where place <= ${scimLimits.listedGroupsMax}
      group by user_id`,
    { organizationId, userIds: [...userIds] },
  );
  return new Map(rows.map(({ user_id, groups }) => [user_id, groups]));
};

/** @param baseUrl address of SCIM of the organization */
export const presentPeople = async (
  tx: Tx,
  organizationId: number,
  people: readonly Person[],
  baseUrl: string,
): Promise<UserResource[]> => {
  const groups = await listGroups(
    tx,
    organizationId,
    people.map(({ user }) => user.id),
  );
  return people.map((person) => {
    const id = toScimId('User', person.user.id);
    return withVersion({
      schemas: [userSchemaUri],
      id,
      ...(attributesOf(person) as Omit<UserResource, 'schemas' | 'id' | 'groups' | 'meta'>),
      groups: (groups.get(person.user.id) ?? []).map((group) => {
        const value = toScimId('Group', group.id);
        return { value, display: group.name, $ref: `${baseUrl}/Groups/${value}` };
      }),
      meta: {
        resourceType: 'User' as const,
        created: person.user.created_at.toISOString(),
        location: `${baseUrl}/Users/${id}`,
      },
    });
  });
};
