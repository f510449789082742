import {
  emailSchema,
  type ImportProblem,
  type ImportRow,
  type importPeopleSchema,
  isBlank,
  type Language,
  type OrganizationRoleCode,
  organizationRoleCodes,
  type PeopleImportField,
  plainNameSchema,
  readCsvCell,
  usernameSchema,
} from '@obieg/contracts';
import type * as z from 'zod';
import { roleNames } from '../mail/role-names';
import type { FoundGroup } from './find-groups';
import { type ImportTextName, translateImport } from './import-texts';

export type ImportInput = z.output<typeof importPeopleSchema>;

/** What a row asks for. */
export interface PersonDraft {
  email: string;
  username: string | undefined;
  displayName: string | undefined;
  /** Undefined if the row names none. */
  roles: OrganizationRoleCode[] | undefined;
  groupIds: number[];
  isInvited: boolean;
}

/** What the rows of a batch have in common. */
export interface ReadContext {
  language: Language;
  input: ImportInput;
  grantable: ReadonlySet<string>;
  findGroup: (text: string) => FoundGroup;
}

/** Heading of the column of a field, or of the address if the file has no such column. */
export const headingOf = ({ mapping }: Pick<ImportInput, 'mapping'>, field: PeopleImportField): string =>
  [field, 'email'].map((name) => mapping.find((column) => column.field === name)?.heading).find(Boolean) ??
  field;

/** @returns a problem of a row, under the heading of its column */
export const describeProblem = (
  { language, input }: Pick<ReadContext, 'language' | 'input'>,
  field: PeopleImportField,
  name: ImportTextName,
  values: Record<string, string> = {},
): ImportProblem => ({
  field: headingOf(input, field),
  message: translateImport(language, name, values),
});

const readCell = ({ mapping }: Pick<ImportInput, 'mapping'>, row: ImportRow, field: PeopleImportField) =>
  readCsvCell(row.cells[mapping.findIndex((column) => column.field === field)] ?? '').trim();

const createRowReader = (context: ReadContext, row: ImportRow) => {
  const problems: ImportProblem[] = [];
  return {
    problems,
    textOf: (field: PeopleImportField): string => readCell(context.input, row, field),
    refuse: (field: PeopleImportField, name: ImportTextName, values?: Record<string, string>): void => {
      problems.push(describeProblem(context, field, name, values));
    },
  };
};
type RowReader = ReturnType<typeof createRowReader>;

const split = (text: string, separators: RegExp): string[] =>
  text
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Accepts `Jan Kowalski <jan@example.com>`, too. */
const readEmail = ({ textOf, refuse }: RowReader): string => {
  const text = textOf('email');
  const email = emailSchema.safeParse(/<([^<>]*)>$/.exec(text)?.[1] ?? text);
  if (!email.success) refuse('email', isBlank(text) ? 'emailMissing' : 'invalidEmail');
  return email.data ?? '';
};

const readUsername = ({ textOf, refuse }: RowReader): string | undefined => {
  const text = textOf('username');
  if (isBlank(text)) return undefined;
  const username = usernameSchema.safeParse(text);
  if (!username.success) refuse('username', 'invalidUsername');
  return username.data;
};

const readDisplayName = ({ textOf, refuse }: RowReader): string | undefined => {
  const whole = textOf('displayName');
  const parts = [textOf('firstName'), textOf('lastName')].filter((part) => !isBlank(part));
  const text = isBlank(whole) ? parts.join(' ') : whole;
  if (text === '') return undefined;
  const name = plainNameSchema.safeParse(text);
  const field = isBlank(whole) ? (isBlank(textOf('lastName')) ? 'firstName' : 'lastName') : 'displayName';
  if (!name.success) refuse(field, 'invalidDisplayName');
  return name.data;
};

/** Codes and names of the roles on the screens. */
const rolesByName: ReadonlyMap<string, OrganizationRoleCode> = new Map(
  organizationRoleCodes.flatMap((code) =>
    [code, ...Object.values(roleNames).map((names) => names[code])].map(
      (name) => [name.toLowerCase(), code] as const,
    ),
  ),
);

const readRoles = ({ grantable }: ReadContext, { textOf, refuse }: RowReader) => {
  const roles = new Set<OrganizationRoleCode>();
  for (const name of split(textOf('roles'), /[,;|\n]/)) {
    const role = rolesByName.get(name.toLowerCase());
    if (!role) refuse('roles', 'unknownRole', { name });
    else if (grantable.has(role)) roles.add(role);
    else refuse('roles', 'roleNotGrantable');
  }
  return roles.size > 0 ? [...roles] : undefined;
};

const splitGroups = (text: string): string[] => split(text, /[;|\n]/);

/** A comma separates groups, too, unless it is part of a name. */
const readGroups = ({ findGroup }: ReadContext, { textOf, refuse }: RowReader): number[] => {
  const ids = new Set<number>();
  for (const part of splitGroups(textOf('groups'))) {
    const names = 'id' in findGroup(part) ? [part] : split(part, /,/);
    for (const name of names) {
      const found = findGroup(name);
      if ('id' in found) ids.add(found.id);
      else refuse('groups', found.problem, { name });
    }
  }
  return [...ids];
};

/** All texts of a batch that can name a group. */
export const listGroupTexts = (input: ImportInput): string[] =>
  input.rows.flatMap((row) =>
    splitGroups(readCell(input, row, 'groups')).flatMap((part) => [part, ...split(part, /,/)]),
  );

const answers: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'y', 'true', '1', 'tak', 't', 'ja'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0', 'nie', 'nein'].map((word) => [word, false] as const),
]);

const readInvitation = ({ input }: ReadContext, { textOf, refuse }: RowReader): boolean => {
  const text = textOf('invitation').toLowerCase();
  if (text === '') return input.sendsInvitations;
  const answer = answers.get(text);
  if (answer === undefined) refuse('invitation', 'invalidInvitation');
  return answer ?? false;
};

/** Reads a row. @returns what it asks for, or all problems of its cells */
export const readPerson = (
  context: ReadContext,
  row: ImportRow,
): { draft: PersonDraft } | { problems: ImportProblem[] } => {
  const reader = createRowReader(context, row);
  const draft: PersonDraft = {
    email: readEmail(reader),
    username: readUsername(reader),
    displayName: readDisplayName(reader),
    roles: readRoles(context, reader),
    groupIds: readGroups(context, reader),
    isInvited: readInvitation(context, reader),
  };
  return reader.problems.length > 0 ? { problems: reader.problems } : { draft };
};
