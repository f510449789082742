import type { StatusType } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type { Configuration } from '../model/configuration.model';
import type { NewRows } from '../model/new-rows';
import { buildWithIds } from './build-with-ids';
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

const workdays = [1, 2, 3, 4, 5];

/** Leaves room for start transitions with conditions, which would otherwise never be chosen. */
const startPriorityOrder = 100;

const buildDefaults = (before: Configuration, { takeId, now }: NewRows): Configuration => {
  const ids = new Map(statuses.map(([name]) => [name, takeId('statuses')]));
  const idOf = (name: string): number => ids.get(name) ?? 0;
  return {
    ...before,
    statuses: [
      ...before.statuses,
      ...statuses.map(([name, statusType]) => ({
        id: idOf(name),
        name,
        statusType,
        createdAt: now.toISOString(),
        revision: 1,
      })),
    ],
    calendars: [
      ...before.calendars,
      {
        id: takeId('work_calendars'),
        name: 'Godziny pracy',
        isDefault: true,
        week: workdays.map((day) => ({ day, from: '08:00', to: '16:00' })),
        holidays: [],
        revision: 1,
      },
    ],
    transitions: [
      ...before.transitions,
      ...transitions.map(([name, from, to]) => ({
        id: takeId('transitions'),
        name,
        description: null,
        fromStatusId: from === undefined ? null : idOf(from),
        toStatusId: idOf(to),
        targetGroupId: null,
        priorityOrder: from === undefined ? startPriorityOrder : 0,
        isActive: true,
        executorGroupIds: [],
        parameterConditions: [],
        requiredParameters: [],
        revision: 1,
      })),
    ],
  };
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
  await changeInTransaction(tx, organizationId, { kind: 'DEFAULT' }, async ({ before }) => ({
    wanted: await buildWithIds(tx, (newRows) => buildDefaults(before, newRows)),
  }));
};
