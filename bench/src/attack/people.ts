import type { Group, TaskListResponse } from '@obieg/contracts';
import type { FilledProduct } from '../filled-product';
import { call, signIn } from '../product';
import { taskParts } from '../scenarios';
import type { OtherClient } from './other-clients';

/** What the attacks need of the organization `acme`. */
export interface AttackedSite {
  host: string;
  token: string;
  managerToken: string;
  operatorToken: string;
  groupIds: readonly number[];
  taskIds: readonly number[];
  /** Answers that the workflow accepts, by the parameter's id. */
  answers: Record<string, string>;
  /** The workflow of the organization, as a file. */
  workflow: unknown;
}

const groupCount = 100;

const createGroups = async (acme: string): Promise<number[]> => {
  const token = await signIn(acme, 'anna@acme.test');
  const ids: number[] = [];
  while (ids.length < groupCount) {
    const group = await call<Group>('POST', `${acme}/api/groups`, token, {
      name: `Czytelnicy ${ids.length}`,
    });
    ids.push(group.id);
  }
  return ids;
};

export const prepareSite = async ({ product, taskIds }: FilledProduct): Promise<AttackedSite> => {
  const { acme, tasksDatabase } = product;
  const managerToken = await signIn(acme, 'wiktor@acme.test');
  const { rows } = await tasksDatabase.query<{ answers: Record<string, string> }>(
    'select answers from tasks where public_task_id = $1',
    [taskIds[0]],
  );
  return {
    host: new URL(acme).host,
    token: await signIn(acme, 'marek@acme.test'),
    managerToken,
    operatorToken: await signIn(acme, 'anna@acme.test'),
    groupIds: await createGroups(acme),
    taskIds,
    answers: rows[0]?.answers ?? {},
    workflow: await call('GET', `${acme}/api/workflow-configuration/export`, managerToken),
  };
};

const describeClient = async (name: string, site: string, email: string): Promise<OtherClient> => {
  const token = await signIn(site, email);
  const path = '/api/tasks?statusTypes=INITIAL,INTERMEDIATE';
  const { tasks } = await call<TaskListResponse>('GET', `${site}${path}`, token);
  const headers = { host: new URL(site).host, authorization: `Bearer ${token}` };
  return {
    name,
    list: { method: 'GET', path, headers },
    task: {
      method: 'GET',
      path: `/api/tasks/${tasks[0]?.publicTaskId}?include=${taskParts}`,
      headers,
    },
  };
};

/** A client of the attacked organization and one of another. */
export const describeOtherClients = ({ product }: FilledProduct): Promise<OtherClient[]> =>
  Promise.all([
    describeClient('same organization', product.acme, 'olga@acme.test'),
    describeClient('other organization', product.obieg.gatewayUrl('globex'), 'greta@globex.test'),
  ]);
