import type { WorkflowConfiguration } from '@obieg/contracts';
import { decisionVectors } from '@obieg/workflow-rules/vectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerErrors } from '../src/messages/answer-errors';
import { startTasks, type TasksService, type TestOrganization } from './tasks-service';

let tasks: TasksService;
let acme: TestOrganization;
let token: string;
beforeAll(async () => {
  tasks = await startTasks();
  acme = await tasks.addOrganization(1, 'acme');
  token = await tasks.addMember(acme, 10, ['MEMBER']);
});
afterAll(() => tasks.close());

const call = (method: string, path: string, body?: unknown) =>
  tasks.request(method, path, { organization: acme, token, body });

/** Where the task that was submitted stands, as the API tells a member. */
const describeTask = async (publicTaskId: number, { statuses, transitions }: WorkflowConfiguration) => {
  const address = `/api/tasks/${publicTaskId}`;
  const { task } = (await call('GET', address)).body;
  const [entry] = (await call('GET', `${address}/status-history`)).body.statusHistory;
  const offered = (await call('GET', `${address}/transitions`)).body.transitions;
  return {
    values: Object.fromEntries(
      task.parameterDetails.map((one: { parameterId: number; parameterValue: string }) => [
        one.parameterId,
        one.parameterValue,
      ]),
    ),
    placement: {
      statusId: statuses.find(({ name }) => name === task.statusName)?.id,
      transitionId: transitions.find(({ name }) => name === entry.transitionName)?.id ?? null,
      targetGroupId: task.assignedGroupId,
    },
    offered: offered.map(({ transitionId, reasons }: { transitionId: number; reasons: string[] }) => ({
      id: transitionId,
      reasons,
    })),
  };
};

describe('decides as the browser does', () => {
  it.each(decisionVectors.map((vector) => [vector.name, vector] as const))('%s', async (_, vector) => {
    const { configuration, given, expected } = vector;
    await tasks.addGroup(acme, 5);
    await tasks.tell('obieg.workflow.configuration.changed', configuration, acme.id);
    const { status, body } = await call('POST', '/api/tasks', {
      title: 'Decyzja',
      workflowParameters: given,
    });
    if (expected.problems) {
      const problems = new Map(
        Object.entries(expected.problems).map(([id, problem]) => [Number(id), problem]),
      );
      expect({ status, errors: body.errors }).toEqual({ status: 422, errors: answerErrors(problems, 'mul') });
      return;
    }
    if (!expected.placement) {
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'NO_INITIAL_STATUS' });
      return;
    }
    expect(status).toBe(201);
    const { values, placement, offered } = expected;
    expect(await describeTask(body.publicTaskId, configuration)).toEqual({ values, placement, offered });
  });
});
