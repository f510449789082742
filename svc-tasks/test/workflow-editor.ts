import type { WorkflowConfiguration } from '@obieg/contracts';
import { expect } from 'vitest';
import type { Fixture } from './fixture';
import { buildConfiguration } from './tasks-service';

/**
 * Creates helpers that change acme's workflow configuration and call task endpoints as the operator.
 * Takes a function because `beforeAll` sets the fixture later.
 */
export const createWorkflowEditor = (getFixture: () => Fixture) => {
  let workflow: WorkflowConfiguration;
  /** Replaces parts of the configuration and applies the event that svc-workflow publishes. */
  const publish = (change: Partial<WorkflowConfiguration>) => {
    workflow = { ...workflow, ...change };
    return getFixture().service.applyEvent(
      'obieg.workflow.configuration.changed',
      workflow,
      getFixture().acme.id,
    );
  };
  const callAsOperator = (method: string, path: string, body?: unknown, headers = {}) =>
    getFixture().call(method, `/api/tasks/${path}`, getFixture().tokens.operator, body, headers);
  const getTask = async (id: number) => (await callAsOperator('GET', String(id))).body.task;
  const run = (id: number, transitionId: number, workflowParameters: object = {}, headers = {}) =>
    callAsOperator('POST', `${id}/transition`, { transitionId, workflowParameters }, headers);
  return {
    getConfiguration: () => workflow,
    /** Restores the initial configuration. */
    reset: async () => {
      workflow = buildConfiguration(getFixture().acme.id);
      await publish({});
    },
    publish,
    withChangedTransition: (id: number, change: Partial<WorkflowConfiguration['transitions'][number]>) =>
      workflow.transitions.map((one) => (one.id === id ? { ...one, ...change } : one)),
    withChangedParameter: (id: number, change: Partial<WorkflowConfiguration['parameters'][number]>) =>
      workflow.parameters.map((one) => (one.id === id ? { ...one, ...change } : one)),
    callAsOperator,
    getTask,
    run,
    listTransitionNames: async (id: number) =>
      (await callAsOperator('GET', `${id}/transitions`)).body.transitions.map(
        ({ transitionName }: { transitionName: string }) => transitionName,
      ),
    isListed: async (id: number, query = ''): Promise<boolean> =>
      (await getFixture().listTaskIds(getFixture().tokens.operator, query)).includes(id),
    /** Submits a task and moves it to "W toku". */
    submitInProgress: async (): Promise<number> => {
      const id = await getFixture().submit();
      expect((await run(id, 2)).status).toBe(200);
      return id;
    },
    /** Checks that the task and the end of its history have this status. */
    expectStatus: async (id: number, statusName: string) => {
      expect((await getTask(id)).statusName).toBe(statusName);
      const { statusHistory } = (await callAsOperator('GET', `${id}/status-history`)).body;
      expect(statusHistory.at(-1).statusName).toBe(statusName);
    },
  };
};
