import type { WorkflowConfiguration } from '@obieg/contracts';
import { expect } from 'vitest';
import type { Acme } from './acme';
import { configurationOf } from './tasks-service';

/** acme's workflow, which changes under the operator's tasks; the house is asked for at each call, since tests build it late. */
export const changingWorkflow = (house: () => Acme) => {
  let workflow: WorkflowConfiguration;
  /** What svc-workflow tells after a change: the whole with these parts in place of the old ones. */
  const publish = (change: Partial<WorkflowConfiguration>) => {
    workflow = { ...workflow, ...change };
    return house().tasks.tell('obieg.workflow.configuration.changed', workflow, house().acme.id);
  };
  const as = (method: string, path: string, body?: unknown, headers = {}) =>
    house().call(method, `/api/tasks/${path}`, house().tokens.operator, body, headers);
  const view = async (id: number) => (await as('GET', String(id))).body.task;
  const run = (id: number, transitionId: number, workflowParameters: object = {}, headers = {}) =>
    as('POST', `${id}/transition`, { transitionId, workflowParameters }, headers);
  return {
    current: () => workflow,
    /** As at the beginning. */
    restart: async () => {
      workflow = configurationOf(house().acme.id);
      await publish({});
    },
    publish,
    changedTransition: (id: number, change: Partial<WorkflowConfiguration['transitions'][number]>) =>
      workflow.transitions.map((one) => (one.id === id ? { ...one, ...change } : one)),
    changedParameter: (id: number, change: Partial<WorkflowConfiguration['parameters'][number]>) =>
      workflow.parameters.map((one) => (one.id === id ? { ...one, ...change } : one)),
    as,
    view,
    run,
    offeredOn: async (id: number) =>
      (await as('GET', `${id}/transitions`)).body.transitions.map(
        ({ transitionName }: { transitionName: string }) => transitionName,
      ),
    isListed: async (id: number, query = ''): Promise<boolean> =>
      (await house().numbersListed(house().tokens.operator, query)).includes(id),
    /** A task in progress. */
    begin: async (): Promise<number> => {
      const id = await house().submit();
      expect((await run(id, 2)).status).toBe(200);
      return id;
    },
    isUnmoved: async (id: number, statusName: string) => {
      expect((await view(id)).statusName).toBe(statusName);
      const { statusHistory } = (await as('GET', `${id}/status-history`)).body;
      expect(statusHistory.at(-1).statusName).toBe(statusName);
    },
  };
};
