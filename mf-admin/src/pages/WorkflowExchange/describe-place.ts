import type { FieldError } from '@obieg/contracts';
import { isRecord } from '@obieg/contracts/is-record';

const getAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((node, key) => Object.getOwnPropertyDescriptor(Object(node), key)?.value, value);

const pathOf = ({ field }: FieldError): string[] => field.split('.').slice(1);

/** Describes the place of an error in the file: the list, the name of the entity and the field. */
export const describePlace = (file: unknown, error: FieldError): string => {
  const path = pathOf(error);
  const [list, index, ...rest] = path;
  if (list === undefined) return '';
  if (index === undefined) return list;
  const entity = getAt(file, [list, index]);
  const name = isRecord(entity) ? (entity['parameterName'] ?? entity['name']) : undefined;
  const label = typeof name === 'string' ? `${list}[${index}] “${name}”` : `${list}[${index}]`;
  return rest.length > 0 ? `${label} → ${rest.join('.')}` : label;
};

const groupField = /^file\.(transitions|scenarios)\.\d+\.(targetGroup|expectedGroup|executorGroups\.\d+)$/;

/** Names of the transitions of a file that name a group path, as executor or as target. */
export const listUses = (file: unknown, path: string): { executor: string[]; target: string[] } => {
  const listed = getAt(file, ['transitions']);
  const transitions = (Array.isArray(listed) ? listed : []).filter(isRecord);
  const namesOf = (uses: (transition: Record<string, unknown>) => boolean): string[] =>
    transitions.filter(uses).map(({ name }) => String(name));
  return {
    executor: namesOf(({ executorGroups }) => Array.isArray(executorGroups) && executorGroups.includes(path)),
    target: namesOf(({ targetGroup }) => targetGroup === path),
  };
};

/** Returns the group paths that an import lacks; undefined if the file has other errors, too. */
export const findMissingGroups = (file: unknown, errors: readonly FieldError[]): string[] | undefined => {
  if (errors.length === 0 || !errors.every(({ field }) => groupField.test(field))) return undefined;
  const paths = errors.map((error) => getAt(file, pathOf(error)));
  return [...new Set(paths.filter((path) => typeof path === 'string'))];
};
