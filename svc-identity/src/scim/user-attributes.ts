import { emailSchema, type OrganizationRoleCode, organizationRoleSchema, textSchema } from '@obieg/contracts';
import * as z from 'zod';
import { scimLimits } from './scim-limits';
import { scimProblem } from './scim-problems';

const text = textSchema(scimLimits.textMaxLength);

/** Entra ID sends booleans as texts, in the form of .NET. */
export const booleanSchema = z.union([
  z.boolean(),
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false']))
    .transform((word) => word === 'true'),
]);

/** Parts of an e-mail address or a role. */
export const valuePartsSchema = z.object({
  value: z.string().max(1_000).optional(),
  type: text.optional(),
  primary: booleanSchema.optional(),
  display: text.optional(),
});

/** Some clients send one value in the place of a list, or a text in the place of its object. */
export const valuesSchema = z.preprocess(
  (value) =>
    (Array.isArray(value) ? value : [value]).map((one) => (typeof one === 'string' ? { value: one } : one)),
  z.array(valuePartsSchema).max(scimLimits.rolesMax),
);

export const namePartsSchema = z.object({
  formatted: text.nullish(),
  givenName: text.nullish(),
  familyName: text.nullish(),
});

/** Attributes of a person that the product stores. Others of the core and enterprise schemas have no effect. */
export const userAttributesSchema = z
  .object({
    userName: text.trim().min(1).nullish(),
    externalId: text.nullish(),
    displayName: text.nullish(),
    name: namePartsSchema.nullish(),
    emails: valuesSchema.nullish(),
    active: booleanSchema.nullish(),
    roles: valuesSchema.nullish(),
  })
  .meta({ id: 'ScimUserInput' });
export type UserAttributes = z.infer<typeof userAttributesSchema>;
type Values = z.infer<typeof valuesSchema>;

/** Entra ID sends an application role as JSON within the text. */
const readRoleName = (value: string): unknown => {
  if (!value.startsWith('{')) return value;
  try {
    return (JSON.parse(value) as { value?: unknown }).value;
  } catch {
    return undefined;
  }
};

/** Reads roles without duplicates. A person without a role is a MEMBER. @throws 400 invalidValue for other roles */
export const readRoles = (values: Values | null | undefined): OrganizationRoleCode[] => {
  const roles = (values ?? []).map(({ value = '' }) => {
    const name = readRoleName(value.trim());
    const role = organizationRoleSchema.safeParse(typeof name === 'string' ? name.toUpperCase() : name);
    if (!role.success) throw scimProblem.invalidValue('roles');
    return role.data;
  });
  return roles.length > 0 ? [...new Set(roles)] : ['MEMBER'];
};

/** Reads the primary address, that of work, or the first. @throws 400 invalidValue if it is no address of a mailbox */
export const readEmail = ({ emails, userName }: UserAttributes): string => {
  const given = emails ?? [];
  const chosen =
    given.find(({ primary }) => primary === true) ?? given.find(({ type }) => type === 'work') ?? given[0];
  const email = emailSchema.safeParse(chosen ? chosen.value : userName);
  if (!email.success) throw scimProblem.invalidValue(chosen ? 'emails' : 'userName');
  return email.data;
};

const notPlain = /[^\p{L}\p{M}\p{Nd} .'-]+/gu;

/** Keeps of a name what a display name may contain, because identity providers add brackets and other marks. */
const simplify = (name: string): string =>
  name.normalize('NFC').replace(notPlain, ' ').replace(/ {2,}/g, ' ').trim();

const fullName = ({ name }: UserAttributes): string =>
  [name?.givenName, name?.familyName].filter((part) => part).join(' ');

/**
 * Chooses the display name: of the whole name in three forms, the first that has changed. Clients repeat the others as
 * they read them. @returns undefined if none has changed
 */
export const chooseDisplayName = (next: UserAttributes, current?: UserAttributes): string | undefined => {
  const forms: [next: string | null | undefined, current: string | null | undefined][] = [
    [next.displayName, current?.displayName],
    [next.name?.formatted, current?.name?.formatted],
    [fullName(next), current && fullName(current)],
  ];
  const changed = forms.find(([now, was]) => now && now !== was)?.[0];
  return changed ? simplify(changed) : undefined;
};
