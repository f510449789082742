import type { WorkflowConfiguration } from '@obieg/contracts';
import { decisionVectors } from '@obieg/workflow-rules/vectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toAnswerErrors } from '../src/messages/answer-errors';
import { startTasksService, type TasksService, type TestOrganization } from './tasks-service';

let service: TasksService;
let acme: TestOrganization;
let token: string;
beforeAll(async () => {
  service = await startTasksService();
  acme = await service.addOrganization(1, 'acme');
  token = await service.addMember(acme, 10, ['MEMBER']);
});
afterAll(() => service.close());

const call = (method: string, path: string, body?: unknown) =>
  service.request(method, path, { organization: acme, token, body });

/** Reads a submitted task as a member. The result has the shape of an expected decision. */
const describeTask = async (publicTaskId: number, { statuses, transitions }: WorkflowConfiguration) => {
  const path = `/api/tasks/${publicTaskId}`;
  const { task } = (await call('GET', path)).body;
  const [entry] = (await call('GET', `${path}/status-history`)).body.statusHistory;
  const offered = (await call('GET', `${path}/transitions`)).body.transitions;
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

describe('workflow decisions, which must match those of the browser', () => {
  it.each(decisionVectors.map((vector) => [vector.name, vector] as const))('%s', async (_, vector) => {
    const { configuration, given, expected } = vector;
    await service.addGroup(acme, 5);
    await service.applyEvent('obieg.workflow.configuration.changed', configuration, acme.id);
    const { status, body } = await call('POST', '/api/tasks', {
      title: 'Decyzja',
      workflowParameters: given,
    });
    if (expected.problems) {
      const problems = new Map(
        Object.entries(expected.problems).map(([id, problem]) => [Number(id), problem]),
      );
      expect({ status, errors: body.errors }).toEqual({
        status: 422,
        errors: toAnswerErrors(problems, 'mul'),
      });
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
