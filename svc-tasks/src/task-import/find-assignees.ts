import { type OrganizationRoleCode, permissionsOfRoles } from '@obieg/contracts';
import { groupPathIn, type Tx } from '@obieg/service-kit';
import type { FormerAssignee } from '../history/history.repo';
import type { ImportTextName } from './import-texts';

/** An assignee, or the problem of its name. */
export type FoundAssignee = FormerAssignee | { problem: ImportTextName };

interface Person {
  id: number;
  email: string;
  username: string;
  sign_in_name: string | null;
  shown_name: string | null;
  roles: OrganizationRoleCode[];
}

interface Group {
  id: number;
  name: string;
  path: string;
}

const toName = (text: string): string => text.trim().toLowerCase();
const isName = (name: string) => (text: string | null) => text !== null && text.toLowerCase() === name;

const findPeople = async (tx: Tx, names: readonly string[]): Promise<Person[]> => {
  const { rows } = await tx.raw<{ rows: Person[] }>(
    `select u.id, u.email, u.username, u.sign_in_name, m.shown_name, m.roles
       from memberships m join users u on u.id = m.user_id
      where cardinality(m.roles) > 0
        and array[lower(u.email), lower(u.username), lower(u.sign_in_name), lower(m.shown_name)]
         && cast(:names as text[])`,
    { names: [...names] },
  );
  return rows;
};

/** The path is computed only for groups whose name ends one of the texts. */
const findGroups = async (tx: Tx, names: readonly string[]): Promise<Group[]> => {
  const { rows } = await tx.raw<{ rows: Group[] }>(
    `select g.id, g.name, ${groupPathIn('g')} as path
       from groups g
      where g.deleted_at is null and lower(g.name) = any(cast(:lastNames as text[]))`,
    { lastNames: names.flatMap((name) => [name, name.split(' / ').at(-1) ?? name]) },
  );
  return rows;
};

const toAssignee = (person: Person): FoundAssignee =>
  permissionsOfRoles(person.roles).has('BASE')
    ? { userId: person.id, groupId: null }
    : { problem: 'notAssignable' };

/** An address or a path is exact. Names of people come before names of groups. */
const choose = (name: string, people: readonly Person[], groups: readonly Group[]): FoundAssignee => {
  const matches = isName(name);
  const candidates: FoundAssignee[][] = [
    people.filter(({ email }) => matches(email)).map(toAssignee),
    people.filter(({ sign_in_name }) => matches(sign_in_name)).map(toAssignee),
    people.filter(({ shown_name, username }) => matches(shown_name ?? username)).map(toAssignee),
    people.filter(({ username }) => matches(username)).map(toAssignee),
    groups.filter(({ path }) => matches(path)).map(({ id }) => ({ userId: null, groupId: id })),
    groups.filter((group) => matches(group.name)).map(({ id }) => ({ userId: null, groupId: id })),
  ];
  const [found, another] = candidates.find(({ length }) => length > 0) ?? [];
  if (another) return { problem: 'ambiguousAssignee' };
  return found ?? { problem: 'unknownAssignee' };
};

/**
 * Finds members by address, sign-in name or shown name, and groups by path or name, for the texts of a batch.
 *
 * @returns a function that finds the assignee of one of the texts; nobody for a blank one
 */
export const findAssignees = async (
  tx: Tx,
  texts: readonly string[],
): Promise<(text: string) => FoundAssignee> => {
  const names = [...new Set(texts.map(toName))].filter((name) => name !== '');
  const [people, groups] =
    names.length === 0 ? [[], []] : await Promise.all([findPeople(tx, names), findGroups(tx, names)]);
  const found = new Map(names.map((name) => [name, choose(name, people, groups)]));
  return (text) => found.get(toName(text)) ?? { userId: null, groupId: null };
};
