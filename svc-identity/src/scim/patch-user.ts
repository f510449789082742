import { type ScimPatchOperation, type ScimResource, scimPatch } from 'scim-patch';
import { type Filter, stringify } from 'scim2-parse-filter';
import type * as z from 'zod';
import { parseFilter } from './filters';
import type { PatchOperation } from './patch-operations';
import { enterpriseSchemaUri, scimLimits, userSchemaUri } from './scim-limits';
import { scimProblem } from './scim-problems';
import {
  booleanSchema,
  namePartsSchema,
  type UserAttributes,
  userAttributesSchema,
  valuePartsSchema,
  valuesSchema,
} from './user-attributes';

const single = ['userName', 'externalId', 'displayName', 'active'] as const;
const multiple = ['emails', 'roles'] as const;
type Attribute = (typeof single)[number] | (typeof multiple)[number] | 'name';
const attributes: readonly Attribute[] = [...single, ...multiple, 'name'];
const readOnly = ['id', 'meta', 'schemas', 'groups'];
/** Attributes of the core schema without an effect, in lower case. Default mappings of identity providers send them. */
const ignored: ReadonlySet<string> = new Set([
  'nickname',
  'profileurl',
  'title',
  'usertype',
  'preferredlanguage',
  'locale',
  'timezone',
  'password',
  'phonenumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'x509certificates',
]);
const nameParts = ['formatted', 'givenName', 'familyName'] as const;
const ignoredNameParts = ['middlename', 'honorificprefix', 'honorificsuffix'];
const valueParts = ['value', 'type', 'primary', 'display'] as const;

interface Path {
  attribute: Attribute;
  filter: string | undefined;
  part: (typeof nameParts)[number] | (typeof valueParts)[number] | undefined;
}

const named = <T extends string>(names: readonly T[], text: string): T | undefined =>
  names.find((name) => name.toLowerCase() === text.toLowerCase());

const isMultiple = (attribute: Attribute): attribute is (typeof multiple)[number] =>
  (multiple as readonly string[]).includes(attribute);

/** Text that has a meaning in the paths of the library. */
const special = /[[\]:"\\]/;

/** Writes a filter of a value again, in a form that the library splits well. @throws 400 */
const normalizeFilter = (text: string, path: string): string => {
  const simplify = (filter: Filter): Filter => {
    if (filter.op === 'and') return { ...filter, filters: filter.filters.map(simplify) };
    const part = filter.op === 'eq' ? named(valueParts, filter.attrPath) : undefined;
    if (filter.op !== 'eq' || part === undefined) throw scimProblem.invalidPath(path);
    const { compValue } = filter;
    if (part === 'primary') return { op: 'eq', attrPath: part, compValue: booleanSchema.parse(compValue) };
    if (typeof compValue !== 'string' || special.test(compValue)) throw scimProblem.invalidPath(path);
    return { op: 'eq', attrPath: part, compValue };
  };
  try {
    return stringify(simplify(parseFilter(text)));
  } catch {
    throw scimProblem.invalidPath(path);
  }
};

/** Splits `attribute[filter].part`. */
const split = (path: string): { name: string; filter: string | undefined; part: string | undefined } => {
  const open = path.indexOf('[');
  const close = path.lastIndexOf(']');
  if ((open === -1) !== (close === -1) || close < open) throw scimProblem.invalidPath(path);
  const head = open === -1 ? path : path.slice(0, open);
  const rest = open === -1 ? '' : path.slice(close + 1);
  const [name = '', ...parts] = (head + rest).split('.');
  if (parts.length > 1 || (rest !== '' && !rest.startsWith('.'))) throw scimProblem.invalidPath(path);
  return { name, filter: open === -1 ? undefined : path.slice(open + 1, close), part: parts[0] };
};

const startsWithSchema = (path: string, uri: string): boolean =>
  path.toLowerCase() === uri.toLowerCase() || path.toLowerCase().startsWith(`${uri.toLowerCase()}:`);

/** Reads a path. @returns undefined for an attribute without an effect @throws 400 */
const readPath = (given: string): Path | undefined => {
  if (given.length > scimLimits.filterLength) throw scimProblem.invalidPath(given);
  if (startsWithSchema(given, enterpriseSchemaUri)) return undefined;
  const path = startsWithSchema(given, userSchemaUri) ? given.slice(userSchemaUri.length + 1) : given;
  const { name, filter, part } = split(path);
  if (ignored.has(name.toLowerCase())) return undefined;
  if (named(readOnly, name)) throw scimProblem.mutability(name);
  const attribute = named(attributes, name);
  if (attribute === undefined || (filter !== undefined && !isMultiple(attribute)))
    throw scimProblem.invalidPath(given);
  if (attribute === 'name' && part !== undefined && ignoredNameParts.includes(part.toLowerCase()))
    return undefined;
  const parts = attribute === 'name' ? nameParts : isMultiple(attribute) ? valueParts : [];
  const known = part === undefined ? undefined : named<NonNullable<Path['part']>>(parts, part);
  if (part !== undefined && known === undefined) throw scimProblem.invalidPath(given);
  return {
    attribute,
    filter: filter === undefined ? undefined : normalizeFilter(filter, given),
    part: known,
  };
};

const schemaOf = ({ attribute, filter, part }: Path): z.ZodType => {
  if (attribute === 'name')
    return part === undefined ? namePartsSchema : namePartsSchema.shape[part as 'formatted'];
  if (!isMultiple(attribute)) return userAttributesSchema.shape[attribute];
  if (part !== undefined) return valuePartsSchema.shape[part as 'value'];
  return filter === undefined ? valuesSchema : valuePartsSchema;
};

/** Parses a value, so that the library copies only members that are known. @throws 400 invalidValue */
const readValue = (path: Path, value: unknown): unknown => {
  const parsed = schemaOf(path).safeParse(value);
  if (!parsed.success) throw scimProblem.invalidValue(path.attribute);
  return parsed.data;
};

const write = ({ attribute, filter, part }: Path): string =>
  `${attribute}${filter === undefined ? '' : `[${filter}]`}${part === undefined ? '' : `.${part}`}`;

/** A removal of listed values names each of them, whatever else is known of it. */
const removeValues = (attribute: Attribute, value: unknown): ScimPatchOperation[] =>
  (readValue({ attribute, filter: undefined, part: undefined }, value) as { value?: string }[]).map(
    ({ value: one = '' }) => {
      if (special.test(one)) throw scimProblem.invalidValue(attribute);
      return { op: 'remove', path: `${attribute}[value eq ${JSON.stringify(one)}]` };
    },
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const normalize = ({ op, path: given, value }: PatchOperation): ScimPatchOperation[] => {
  if (given === undefined) {
    if (op === 'remove') throw scimProblem.noTarget('');
    if (!isObject(value)) throw scimProblem.invalidValue('value');
    // What a client has read, it repeats.
    return Object.entries(value)
      .filter(([name]) => !named(readOnly, name))
      .flatMap(([name, one]) => normalize({ op, path: name, value: one }));
  }
  const path = readPath(given);
  if (path === undefined) return [];
  const { attribute, filter, part } = path;
  if (op === 'remove' || value === null) {
    const isListed = isMultiple(attribute) && filter === undefined && part === undefined;
    return isListed && value !== undefined && value !== null
      ? removeValues(attribute, value)
      : [{ op: 'remove', path: write(path) }];
  }
  if (attribute === 'name' && part === undefined && isObject(value))
    return Object.entries(value).flatMap(([name, one]) =>
      normalize({ op, path: `name.${name}`, value: one }),
    );
  return [{ op, path: write(path), value: readValue(path, value) }];
};

/** The library's errors are no instances that could be compared: it is bundled. */
const isScimError = (error: unknown): error is Error & { scimCode?: string } =>
  error instanceof Error && 'scimCode' in error;

const apply = (resource: ScimResource, operation: ScimPatchOperation): ScimResource => {
  try {
    return scimPatch(resource, [operation]);
  } catch (error) {
    if (!isScimError(error)) throw error;
    throw error.scimCode === 'noTarget'
      ? scimProblem.noTarget(operation.path ?? '')
      : scimProblem.invalidPath(operation.path ?? '');
  }
};

/**
 * Applies the operations of a PATCH (RFC 7644 §3.5.2), also as Entra ID and Okta write them: without a path, with paths
 * as names of members, with a text for a boolean. @throws 400 invalidPath, invalidValue, mutability, noTarget
 */
export const patchUser = (current: UserAttributes, operations: readonly PatchOperation[]): UserAttributes => {
  let resource = structuredClone(current) as unknown as ScimResource;
  for (const operation of operations.flatMap(normalize)) {
    resource = apply(resource, operation);
    // The library compares each new value with each present one.
    for (const attribute of multiple)
      if (((resource as UserAttributes)[attribute]?.length ?? 0) > 2 * scimLimits.rolesMax)
        throw scimProblem.invalidValue(attribute);
  }
  const patched = userAttributesSchema.safeParse(resource);
  if (!patched.success) throw scimProblem.invalidValue(patched.error.issues[0]?.path.join('.') ?? '');
  return patched.data;
};
