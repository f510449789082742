import { limits, textSchema } from '@obieg/contracts';
import * as z from 'zod';
import { parseFilter } from './filters';
import type { PatchOperation } from './patch-operations';
import { readScimId } from './scim-ids';
import { groupSchemaUri, scimLimits } from './scim-limits';
import { scimProblem } from './scim-problems';

const memberSchema = z.object({ value: z.string().max(50) });
/** Okta sends no list for a group without members. */
const membersSchema = z.preprocess(
  (value) => (value === null ? [] : Array.isArray(value) ? value : [value]),
  z.array(memberSchema),
);

const nameSchema = textSchema(limits.groupNameMaxLength).trim().min(limits.groupNameMinLength);
const externalIdSchema = textSchema(scimLimits.textMaxLength);

export const groupInputSchema = z
  .object({
    displayName: nameSchema,
    externalId: externalIdSchema.nullish(),
    members: membersSchema.optional(),
  })
  .meta({ id: 'ScimGroupInput' });
export type GroupInput = z.infer<typeof groupInputSchema>;

/** Members of a request: people, and child groups, which SCIM shows but does not change. */
export interface Members {
  people: Set<number>;
  groups: Set<number>;
}

/** What a request changes of a group. Undefined: nothing of it. */
export interface GroupChanges {
  displayName?: string;
  externalId?: string | null;
  /** Whether only the added members stay. */
  isReplaced: boolean;
  added: Members;
  removed: Members;
}

const noMembers = (): Members => ({ people: new Set(), groups: new Set() });
export const noChanges = (): GroupChanges => ({
  isReplaced: false,
  added: noMembers(),
  removed: noMembers(),
});

/** @throws 400 invalidValue for a text that is no id of the organization */
const readMember = (value: string): ['people' | 'groups', number] => {
  const person = readScimId('User', value);
  if (person !== undefined) return ['people', person];
  const group = readScimId('Group', value);
  if (group === undefined) throw scimProblem.invalidValue('members');
  return ['groups', group];
};

const move = (value: string, from: Members, to: Members): void => {
  const [kind, id] = readMember(value);
  from[kind].delete(id);
  to[kind].add(id);
};

/** Only what follows a replacement counts. */
const replaceMembers = (changes: GroupChanges): void => {
  changes.isReplaced = true;
  changes.added = noMembers();
  changes.removed = noMembers();
};

/** Reads the member that a path such as `members[value eq "u1"]` names. */
const readFilteredMember = (path: string): string | undefined => {
  const [, text] = /^members\[([^\]]*)\]$/i.exec(path) ?? [];
  if (text === undefined) return undefined;
  const filter = parseFilter(text);
  if (filter.op !== 'eq' || filter.attrPath.toLowerCase() !== 'value' || typeof filter.compValue !== 'string')
    throw scimProblem.invalidPath(path);
  return filter.compValue;
};

const parse = <T>(schema: z.ZodType<T>, value: unknown, attribute: string): T => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw scimProblem.invalidValue(attribute);
  return parsed.data;
};

const changeMembers = ({ op, value }: PatchOperation, changes: GroupChanges): void => {
  if (op === 'replace' || (op === 'remove' && value === undefined)) replaceMembers(changes);
  if (op === 'remove' && value === undefined) return;
  for (const { value: member } of parse(membersSchema, value, 'members'))
    if (op === 'remove') move(member, changes.added, changes.removed);
    else move(member, changes.removed, changes.added);
};

const readOnly: ReadonlySet<string> = new Set(['id', 'meta', 'schemas']);

/** @param isPath whether the client named the attribute by a path */
const changeAttribute = (
  operation: PatchOperation & { path: string },
  changes: GroupChanges,
  isPath: boolean,
): void => {
  const { op, path: given, value } = operation;
  const path = given.toLowerCase().startsWith(`${groupSchemaUri.toLowerCase()}:`)
    ? given.slice(groupSchemaUri.length + 1)
    : given;
  const name = path.toLowerCase();
  if (readOnly.has(name)) {
    // What a client has read, it repeats.
    if (isPath) throw scimProblem.mutability(path);
  } else if (name === 'members') changeMembers(operation, changes);
  else if (name === 'displayname') {
    if (op === 'remove') throw scimProblem.mutability(path);
    changes.displayName = parse(nameSchema, value, path);
  } else if (name === 'externalid')
    changes.externalId = op === 'remove' ? null : parse(externalIdSchema.nullable(), value, path);
  else {
    const member = readFilteredMember(path);
    if (member === undefined || op !== 'remove') throw scimProblem.invalidPath(given);
    move(member, changes.added, changes.removed);
  }
};

/** @throws 413 for more members than one request may change */
const checkSize = ({ added, removed }: Pick<GroupChanges, 'added' | 'removed'>): void => {
  const size = [added, removed].reduce((sum, { people, groups }) => sum + people.size + groups.size, 0);
  if (size > scimLimits.membersMax)
    throw scimProblem.tooLarge(`A request changes at most ${scimLimits.membersMax} members.`);
};

/**
 * Reads the operations of a PATCH in linear time. The library for documents would compare each new member with each
 * present one. @throws 400, 413
 */
export const readGroupPatch = (operations: readonly PatchOperation[]): GroupChanges => {
  const changes = noChanges();
  for (const { op, path, value } of operations) {
    if (path !== undefined) changeAttribute({ op, path, value }, changes, true);
    else {
      if (op === 'remove') throw scimProblem.noTarget('');
      const named = parse(z.record(z.string(), z.unknown()), value, 'value');
      for (const [name, one] of Object.entries(named))
        changeAttribute({ op, path: name, value: one }, changes, false);
    }
  }
  checkSize(changes);
  return changes;
};

/** Members that a whole group names. @throws 400, 413 */
export const readMembers = ({ members = [] }: GroupInput): Members => {
  const changes = noChanges();
  for (const { value } of members) move(value, changes.removed, changes.added);
  checkSize(changes);
  return changes.added;
};
