import type { TaskImpact, WorkflowConfiguration } from '@obieg/contracts';
import { createRandom } from '@obieg/contracts/testing';
import { withOrganization } from '@obieg/service-kit';
import { toProposedWorkflow } from '@obieg/workflow-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, userIds } from './fixture';
import { changeWorkflow, createAnswers, createWorkflow } from './random-changes';

/** `npm run random-workflow-changes` makes 100 changes of 20 workflows. */
const workflowCount = Number(process.env['WORKFLOWS'] ?? 3);
/** Of each workflow. */
const changeCount = Number(process.env['CHANGES'] ?? 6);
const seed = Number(process.env['SEED'] ?? 7);
const taskCount = 14;
const timeoutMs = 30_000 + workflowCount * changeCount * 2_000;

let fixture: Fixture;
let lastChange = 0;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const call = async (method: string, path: string, body?: unknown) => {
  const response = await fixture.call(method, `/api/tasks${path}`, fixture.tokens.workflowManager, body);
  expect({ path, status: response.status, body: response.body }).toMatchObject({ path, status: 200 });
  return response.body;
};
const publish = (workflow: WorkflowConfiguration) =>
  fixture.service.applyEvent('obieg.workflow.configuration.changed', workflow, fixture.acme.id);

/** Replaces all tasks of acme by random ones. The manager does not see every fifth of them. */
const replaceTasks = (random: () => number): Promise<void> =>
  withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
    await tx('tasks').update({ deleted_at: tx.fn.now() });
    for (let index = 0; index < taskCount; index += 1) {
      const ofOther = index % 5 === 0;
      await tx('tasks').insert({
        organization_id: fixture.acme.id,
        public_task_id: 100_000_000_000 + Math.floor(random() * 800_000_000_000),
        title: `Zadanie ${index}`,
        status_id: 1 + Math.floor(random() * 4),
        priority: 'NORMAL',
        author_user_id: userIds.member,
        is_restricted: ofOther,
        answers: JSON.stringify(createAnswers(random)),
      });
    }
  });

interface SeenTask {
  id: number;
  statusName: string;
  isOpen: boolean;
  offered: Map<number, string>;
}

/** What the manager sees of each task: its status and the transitions that its page offers. */
const readTasks = async (): Promise<SeenTask[]> => {
  const { tasks } = await call('GET', '?limit=200');
  return Promise.all(
    tasks.map(async ({ publicTaskId, statusName, statusType }: Record<string, string>) => {
      const { transitions } = await call('GET', `/${publicTaskId}/transitions`);
      return {
        id: Number(publicTaskId),
        statusName,
        isOpen: statusType !== 'FINAL',
        offered: new Map(
          transitions.map((one: { transitionId: number; transitionName: string }) => [
            one.transitionId,
            one.transitionName,
          ]),
        ),
      };
    }),
  );
};

const isStuck = ({ isOpen, offered }: SeenTask): boolean => isOpen && offered.size === 0;
const increment = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** Compares the tasks before and after a change, without any code of the estimate. */
const compareTasks = (before: readonly SeenTask[], after: readonly SeenTask[]) => {
  const counts = new Map<string, number>();
  for (const task of before) {
    const later = after.find(({ id }) => id === task.id);
    if (!later) throw new Error('A task disappeared');
    if (task.isOpen) {
      for (const [id] of task.offered)
        if (!later.offered.has(id)) increment(counts, `lost ${task.statusName} ${id}`);
      for (const [id] of later.offered)
        if (!task.offered.has(id)) increment(counts, `gained ${task.statusName} ${id}`);
    }
    if (isStuck(later) && !isStuck(task)) increment(counts, `stuck ${task.statusName}`);
  }
  return Object.fromEntries([...counts].sort());
};

const describeImpact = ({ transitions, stuck }: TaskImpact) =>
  Object.fromEntries(
    [
      ...transitions.flatMap(({ statusName, transitionId, lost, gained }) => [
        [`lost ${statusName} ${transitionId}`, lost] as const,
        [`gained ${statusName} ${transitionId}`, gained] as const,
      ]),
      ...stuck.map(({ statusName, tasks }) => [`stuck ${statusName}`, tasks] as const),
    ]
      .filter(([, count]) => count > 0)
      .sort(),
  );

const expectStuckCounts = async (tasks: readonly SeenTask[]): Promise<void> => {
  const counts = new Map<string, number>();
  for (const task of tasks) if (isStuck(task)) increment(counts, task.statusName);
  const { stuck } = await call('GET', '/stuck-counts');
  expect(
    new Map(stuck.map((one: { statusName: string; tasks: number }) => [one.statusName, one.tasks])),
  ).toEqual(counts);
};

describe('the announced impact of random changes of random workflows', () => {
  it(
    'is what the changes do to the transitions of open tasks',
    async () => {
      const random = createRandom(seed);
      let affected = 0;
      for (let number = 0; number < workflowCount; number += 1) {
        let workflow = createWorkflow(random, fixture.acme.id);
        await publish(workflow);
        await replaceTasks(random);
        let before = await readTasks();
        for (let count = 0; count < changeCount; count += 1) {
          const change = changeWorkflow(workflow, random);
          const impact = await call('POST', '/workflow-impact', {
            workflow: toProposedWorkflow(change.workflow),
            renamedValues: change.renamedValues,
          });
          workflow = change.workflow;
          await publish(workflow);
          if (change.renamedValues.length > 0) {
            lastChange += 1;
            await fixture.service.applyEvent(
              'obieg.workflow.values.renamed',
              { organizationId: fixture.acme.id, renamedValues: change.renamedValues },
              `${fixture.acme.id}-${lastChange}`,
            );
          }
          const after = await readTasks();
          const changed = compareTasks(before, after);
          expect({ number, count, impact: describeImpact(impact) }).toEqual({
            number,
            count,
            impact: changed,
          });
          if (Object.keys(changed).length > 0) affected += 1;
          await expectStuckCounts(after);
          before = after;
        }
      }
      // Otherwise the comparison would prove little.
      expect(affected).toBeGreaterThan((workflowCount * changeCount) / 4);
    },
    timeoutMs,
  );
});
