import type { OrganizationRoleCode } from '@obieg/contracts';
import fc from 'fast-check';

export const groups = [5, 6, 9] as const;
export const people = [110, 111, 112, 113, 114, 115, 116, 117] as const;
export const roles: readonly OrganizationRoleCode[] = [
  'OPERATOR',
  'OPERATOR',
  'MEMBER',
  'MEMBER',
  'MEMBER',
  'MEMBER',
  'REPORTER',
  'ORG_ADMIN',
];

const person = fc.nat(people.length - 1);
const group = fc.constantFrom(...groups);
/** What happens in the simulated time. A refused action is part of it. */
const arbitraryEvents = (task: fc.Arbitrary<number>) =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('comment' as const),
        by: person,
        task,
        for: fc.option(group),
        isForAuthor: fc.boolean(),
        mentioned: fc.option(person),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('assign' as const), by: person, task, to: person }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('assignGroup' as const), by: person, task, to: group }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        by: person,
        task,
        transition: fc.constantFrom(2, 3, 8),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('restrict' as const),
        by: person,
        task,
        users: fc.uniqueArray(person, { maxLength: 2 }),
        groups: fc.uniqueArray(group, { maxLength: 1 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), by: person, task }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('group' as const),
        group,
        person,
        role: fc.constantFrom('LEADER', 'MEMBER', 'OBSERVER', 'SUSPENDED', undefined),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('role' as const),
        person,
        role: fc.constantFrom('OPERATOR', 'MEMBER', 'REPORTER', undefined),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('watch' as const),
        by: person,
        task,
        isWatching: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('deleteComment' as const), by: person, task }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('deliver' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('mail' as const) }) },
  );
export type SimulatedEvent = ReturnType<typeof arbitraryEvents> extends fc.Arbitrary<infer T> ? T : never;

interface Simulation {
  seed: number;
  taskCount: number;
  eventCount: number;
}

/** The same events for the same seed. */
export const listSimulatedEvents = ({ seed, taskCount, eventCount }: Simulation): SimulatedEvent[] =>
  fc.sample(arbitraryEvents(fc.nat(taskCount - 1)), { seed, numRuns: eventCount });
