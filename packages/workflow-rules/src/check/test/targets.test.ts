import type { Target, WorkflowConfiguration } from '@obieg/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseTargets } from '../../targets';
import { statusOf } from '../../vectors.builders';
import { checkWorkflow } from '../check-workflow';
import { exploreNewTasks } from './brute-force';
import { groupsArbitrary, workflowArbitrary } from './random-workflows';

const common = { isActive: true, priorities: [], calendarId: 1, minutes: 60 };

const conditionArbitrary = (parameterIds: readonly number[]): fc.Arbitrary<Target['conditions'][number]> =>
  fc.record({
    parameterId: fc.constantFrom(...parameterIds),
    conditionType: fc.constantFrom(
      'EQUALS' as const,
      'NOT_EQUALS' as const,
      'EXISTS' as const,
      'NOT_EXISTS' as const,
    ),
    conditionValue: fc.constantFrom('true', 'A', 'B'),
  });

/** Random workflows with one random target. */
const timedArbitrary: fc.Arbitrary<WorkflowConfiguration> = workflowArbitrary.chain((configuration) => {
  const statusIds = fc.subarray(
    configuration.statuses.map(({ id }) => id),
    { minLength: 1 },
  );
  const parameterIds = configuration.parameters.map(({ id }) => id);
  return fc
    .record({
      conditions: fc.array(conditionArbitrary(parameterIds), { maxLength: 2 }),
      start: fc.oneof(fc.constant({ event: 'CREATED' as const }), fc.record({ statusIds })),
      end: fc.oneof(
        fc.constantFrom({ event: 'FIRST_REPLY' as const }, { event: 'FINISHED' as const }),
        fc.record({ statusIds }),
      ),
      pausedStatusIds: fc.subarray(configuration.statuses.map(({ id }) => id)),
    })
    .map((target) => ({
      ...configuration,
      targets: [{ ...common, id: 1, metric: 'Cel', sortOrder: 0, ...target }],
    }));
});

/** Tries everything. @returns whether the target ever runs, and whether it ever ends after its start */
const tryTarget = (configuration: WorkflowConfiguration, target: Target) => {
  const { placed, tasks, listFollowing } = exploreNewTasks(configuration);
  const started =
    target.start.event === 'CREATED'
      ? placed
      : tasks.filter(({ statusId }) => target.start.statusIds?.includes(statusId));
  const following = listFollowing(started);
  const finals = configuration.statuses
    .filter(({ statusType }) => statusType === 'FINAL')
    .map(({ id }) => id);
  const ends = target.end.event === 'FINISHED' ? finals : (target.end.statusIds ?? []);
  return {
    runs: following.some(
      ({ statusId, answers }) =>
        !target.pausedStatusIds.includes(statusId) &&
        chooseTargets(configuration, { priority: 'NORMAL', answers }).length > 0,
    ),
    ends: target.end.event === 'FIRST_REPLY' || following.some(({ statusId }) => ends.includes(statusId)),
  };
};

const findMarks = (configuration: WorkflowConfiguration, groups: Parameters<typeof checkWorkflow>[1]) =>
  checkWorkflow(configuration, groups)
    .filter(({ subject }) => subject.kind === 'target')
    .map(({ code, subject: { id } }) => `${code} ${id}`);

describe('checkWorkflow on targets', () => {
  it.each([1, 2, 3])('claims nothing that trying everything refutes, seed %i', (seed) => {
    fc.assert(
      fc.property(timedArbitrary, groupsArbitrary, (configuration, groups) => {
        const [target] = configuration.targets ?? [];
        if (!target) return;
        const marks = findMarks(configuration, groups);
        const { runs, ends } = tryTarget(configuration, target);
        if (marks.includes('TARGET_NEVER_STARTS 1')) expect(runs).toBe(false);
        if (marks.includes('TARGET_NEVER_ENDS 1')) expect(ends).toBe(false);
      }),
      { seed, numRuns: 300 },
    );
  });

  it.each([4, 5])('finds each planted fault, seed %i', (seed) => {
    const unreachable = 90;
    fc.assert(
      fc.property(workflowArbitrary, groupsArbitrary, (workflow, groups) => {
        const [parameter] = workflow.parameters;
        const parameterId = parameter?.id ?? 0;
        const plant = (id: number, fault: Partial<Target>): Target => ({
          ...common,
          id,
          metric: `Cel ${id}`,
          sortOrder: id,
          conditions: [],
          start: { event: 'CREATED' },
          end: { event: 'FIRST_REPLY' },
          pausedStatusIds: [],
          ...fault,
        });
        const statuses = [...workflow.statuses, statusOf(unreachable, 'INTERMEDIATE')];
        const targets = [
          plant(1, {
            conditions: [
              { parameterId, conditionType: 'EXISTS', conditionValue: null },
              { parameterId, conditionType: 'NOT_EXISTS', conditionValue: null },
            ],
          }),
          plant(2, { start: { statusIds: [unreachable] } }),
          plant(3, { pausedStatusIds: statuses.map(({ id }) => id) }),
          plant(4, { end: { statusIds: [unreachable] } }),
          plant(5, {}),
        ];
        const configuration = { ...workflow, statuses, targets };
        const marks = findMarks(configuration, groups);
        const canBeCreated = exploreNewTasks(configuration).placed.length > 0;
        const never = ['TARGET_NEVER_STARTS 1', 'TARGET_NEVER_STARTS 2', 'TARGET_NEVER_STARTS 3'];
        const others = canBeCreated
          ? ['TARGET_NEVER_ENDS 4']
          : ['TARGET_NEVER_STARTS 4', 'TARGET_NEVER_STARTS 5'];
        expect(marks.sort()).toEqual([...never, ...others].sort());
      }),
      { seed, numRuns: 200 },
    );
  });
});
