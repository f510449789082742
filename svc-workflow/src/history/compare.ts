import { isDeepStrictEqual } from 'node:util';
import type { ChangedEntity, ChangeValue, WorkflowChange } from '@obieg/contracts';
import type { FileStatus, NamedConfiguration } from '../workflow-file/to-file';

type Entry = Readonly<Record<string, ChangeValue>>;
type Entries = ReadonlyMap<number, Entry>;

interface Kind {
  entity: ChangedEntity;
  list: (configuration: NamedConfiguration) => Entries;
  nameField: string;
  /** Whether managers order the entities, so that a new order is a change. */
  isOrdered: boolean;
}

/** Each setting of an approval is a field of its own. */
const listStatusFields = ({ name, statusType, approval }: FileStatus): Entry => ({
  name,
  statusType,
  approverGroups: approval?.approverGroups ?? null,
  approvalQuorum: approval?.quorum ?? null,
  isAuthorExcluded: approval?.isAuthorExcluded ?? null,
  approvedTransition: approval?.approvedTransition ?? null,
  rejectedTransition: approval?.rejectedTransition ?? null,
});

const kinds: readonly Kind[] = [
  { entity: 'parameter', list: ({ parameters }) => parameters, nameField: 'parameterName', isOrdered: true },
  {
    entity: 'status',
    list: ({ statuses }) => new Map([...statuses].map(([id, status]) => [id, listStatusFields(status)])),
    nameField: 'name',
    isOrdered: false,
  },
  // Their order follows from `priorityOrder`, which is a field.
  { entity: 'transition', list: ({ transitions }) => transitions, nameField: 'name', isOrdered: false },
  { entity: 'scenario', list: ({ scenarios }) => scenarios, nameField: 'name', isOrdered: false },
  { entity: 'calendar', list: ({ calendars }) => calendars, nameField: 'name', isOrdered: false },
  // Their order follows from `sortOrder`, which is a field.
  { entity: 'target', list: ({ targets }) => targets, nameField: 'metric', isOrdered: false },
];

const compareFields = (before: Entry, after: Entry): WorkflowChange['fields'] =>
  Object.keys(after).flatMap((field) => {
    const [old = null, current = null] = [before[field], after[field]];
    return isDeepStrictEqual(old, current) ? [] : [{ field, before: old, after: current }];
  });

const compareOrder = (before: Entries, after: Entries, { entity, nameField }: Kind): WorkflowChange[] => {
  const names = (own: Entries, other: Entries): { id: number; name: string }[] =>
    [...own]
      .filter(([id]) => other.has(id))
      .map(([id]) => ({ id, name: String(after.get(id)?.[nameField]) }));
  const [old, current] = [names(before, after), names(after, before)];
  if (old.every(({ id }, index) => id === current[index]?.id)) return [];
  const order = {
    field: 'order',
    before: old.map(({ name }) => name),
    after: current.map(({ name }) => name),
  };
  return [{ entity, action: 'REORDERED', name: '', fields: [order] }];
};

const compareKind = (before: Entries, after: Entries, kind: Kind): WorkflowChange[] => {
  const { entity, nameField, isOrdered } = kind;
  const nameOf = (entry: Entry): string => String(entry[nameField]);
  const removed = [...before].flatMap(([id, entry]): WorkflowChange[] =>
    after.has(id) ? [] : [{ entity, action: 'REMOVED', name: nameOf(entry), fields: [] }],
  );
  const savedChanges = [...after].flatMap(([id, entry]): WorkflowChange[] => {
    const old = before.get(id);
    if (!old) return [{ entity, action: 'ADDED', name: nameOf(entry), fields: [] }];
    const fields = compareFields(old, entry);
    return fields.length === 0 ? [] : [{ entity, action: 'CHANGED', name: nameOf(entry), fields }];
  });
  return [...removed, ...savedChanges, ...(isOrdered ? compareOrder(before, after, kind) : [])];
};

/** Lists what changed between two states of a workflow, by the ids of its entities. */
export const compareConfigurations = (
  before: NamedConfiguration,
  after: NamedConfiguration,
): WorkflowChange[] => kinds.flatMap((kind) => compareKind(kind.list(before), kind.list(after), kind));
