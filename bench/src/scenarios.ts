import type { TransitionOption } from '@obieg/contracts';
import type { Scenario } from './load';
import { type BenchProduct, call } from './product';

interface ScenarioOptions {
  product: BenchProduct;
  token: string;
  /** Public numbers of the filled tasks. */
  taskIds: readonly number[];
}

const findRunnable = async (acme: string, token: string, taskId: number): Promise<number> => {
  const { transitions } = await call<{ transitions: TransitionOption[] }>(
    'GET',
    `${acme}/api/tasks/${taskId}/transitions`,
    token,
  );
  const runnable = transitions.find(
    ({ canExecute, requiredParameters }) => canExecute && requiredParameters.length === 0,
  );
  if (!runnable) throw new Error('No transition can be run on the filled tasks.');
  return runnable.transitionId;
};

/** What is measured. Scenarios in one list are compared, so they are measured in turn. */
export const describeScenarios = async ({
  product: { obieg, acme, tasksDatabase },
  token,
  taskIds,
}: ScenarioOptions): Promise<Scenario[][]> => {
  const [firstId = 0] = taskIds;
  const transitionId = await findRunnable(acme, token, firstId);
  const { rows } = await tasksDatabase.query(
    'select organization_id, answers from tasks where public_task_id = $1',
    [firstId],
  );
  const [{ organization_id: organizationId, answers }] = rows;
  const authorization = `Bearer ${token}`;
  const gateway = {
    url: `http://127.0.0.1:${obieg.ports.gateway}`,
    headers: { host: new URL(acme).host, authorization },
  };
  /** svc-tasks itself, called as the gateway calls it. */
  const direct = {
    url: `http://127.0.0.1:${obieg.ports.tasks}`,
    headers: {
      authorization,
      'x-obieg-site': 'organization',
      'x-obieg-organization-id': String(organizationId),
      'x-obieg-organization-code': 'acme',
    },
  };
  const both = (name: string, next: Scenario['next']): Scenario[] => [
    { name, target: gateway, next },
    { name: `${name}; svc-tasks directly`, target: direct, next },
  ];

  let moved = 0;
  return [
    both('list, assigned to me, first page', () => ({
      method: 'GET',
      path: '/api/tasks?assignedToMe=true&statusTypes=INITIAL,INTERMEDIATE',
    })),
    both('task view', () => ({ method: 'GET', path: `/api/tasks/${firstId}` })),
    both('submission', () => ({
      method: 'POST',
      path: '/api/tasks',
      body: { title: 'Zgłoszenie pomiarowe', workflowParameters: answers },
    })),
    [
      {
        name: 'transition, each of another task',
        target: gateway,
        next: () => ({
          method: 'POST',
          path: `/api/tasks/${taskIds[moved++ % taskIds.length]}/transition`,
          body: { transitionId, workflowParameters: answers },
        }),
      },
    ],
  ];
};
