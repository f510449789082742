import type { StatusType } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { changeInTransaction } from './configuration.service';

const statuses: [string, StatusType][] = [
  ['Nowe', 'INITIAL'],
  ['W toku', 'INTERMEDIATE'],
  ['Zakończone', 'FINAL'],
];
/** Name, from-status (undefined for a new task), to-status. */
const transitions: [string, string | undefined, string][] = [
  ['Nowe zgłoszenie', undefined, 'Nowe'],
  ['Rozpocznij', 'Nowe', 'W toku'],
  ['Zakończ', 'W toku', 'Zakończone'],
  ['Wznów', 'Zakończone', 'W toku'],
];

/** Leaves room for start transitions with conditions, which would otherwise never be chosen. */
const startPriorityOrder = 100;

const insertDefaults = async (tx: Tx, organizationId: number): Promise<void> => {
  const created = (await tx('statuses')
    .insert(statuses.map(([name, status_type]) => ({ organization_id: organizationId, name, status_type })))
    .returning(['id', 'name'])) as { id: number; name: string }[];
  const idOf = (name: string | undefined): number | null =>
    created.find((status) => status.name === name)?.id ?? null;
  await tx('transitions').insert(
    transitions.map(([name, from, to]) => ({
      organization_id: organizationId,
      name,
      from_status_id: idOf(from),
      to_status_id: idOf(to),
      priority_order: from === undefined ? startPriorityOrder : 0,
      is_active: true,
      executor_group_ids: [],
    })),
  );
};

/**
 * Creates the default workflow of a new organization, once. Entities that administrators delete later stay deleted.
 */
export const provideDefaultWorkflow = async (tx: Tx, organizationId: number): Promise<void> => {
  const isNew = await tx('known_organizations')
    .insert({ id: organizationId })
    .onConflict('id')
    .ignore()
    .returning('id');
  if (isNew.length === 0) return;
  await changeInTransaction(tx, organizationId, { kind: 'DEFAULT' }, () =>
    insertDefaults(tx, organizationId),
  );
};
