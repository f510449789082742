import {
  type Organization,
  type StatusTransition,
  type WorkflowFile,
  type WorkflowPreview,
  type WorkflowStatus,
  workflowFileFormat,
} from '@obieg/contracts';
import { requestSite, type SiteRequest } from '@obieg/local';
import { fetchSession } from './people';
import { expect, type Product } from './product';

/** The only demo user with access to every organization. */
export const superAdministrator = 'super@obieg.test';

/** Creates an organization with the default workflow. @returns its address and a function that calls its API */
export const createOrganization = async (product: Product, codeName: string) => {
  const main = product.gatewayUrl();
  const { token: mainToken } = await fetchSession(main, superAdministrator);
  const created = await requestSite('POST', `${main}/api/organizations`, {
    token: mainToken,
    body: { name: `Test ${codeName}`, codeName },
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const address = product.gatewayUrl(codeName);
  // The default workflow exists once the event of the new organization has arrived.
  await expect
    .poll(async () => {
      const { token } = await fetchSession(address, superAdministrator);
      return (await requestSite('GET', `${address}/api/status-transitions`, { token })).body;
    }, `the workflow of ${codeName}`)
    .toHaveLength(4);
  const { token } = await fetchSession(address, superAdministrator);
  const call = async <T>(method: string, path: string, more: SiteRequest = {}) => {
    const { status, headers, body } = await requestSite(method, `${address}/api${path}`, { token, ...more });
    return { status, headers, body: body as T };
  };
  return { id: (created.body as Organization).id, address, call };
};

type NewOrganization = Awaited<ReturnType<typeof createOrganization>>;

interface NewStatus {
  name: string;
  statusType: WorkflowStatus['statusType'];
}
/** Undefined `fromStatus`: for a new task. */
interface NewTransition {
  name: string;
  fromStatus: string | undefined;
  toStatus: string;
  isActive: boolean;
}

/** Replaces the workflow by statuses and transitions without conditions. */
export const importWorkflow = async (
  { call }: NewOrganization,
  { statuses, transitions }: { statuses: NewStatus[]; transitions: NewTransition[] },
): Promise<void> => {
  const file: WorkflowFile = {
    format: workflowFileFormat,
    parameters: [],
    statuses,
    transitions: transitions.map(({ fromStatus = null, ...transition }) => ({
      ...transition,
      fromStatus,
      description: null,
      targetGroup: null,
      priorityOrder: 0,
      executorGroups: [],
      parameterConditions: [],
      requiredParameters: [],
    })),
    scenarios: [],
  };
  const path = '/workflow-configuration/import';
  const { body: preview } = await call<WorkflowPreview>('POST', `${path}?dryRun=true`, { body: { file } });
  const imported = await call('POST', path, { body: { file, baseRevision: preview.revision } });
  expect(imported.status, JSON.stringify(imported.body)).toBe(200);
};

/** Removes the default workflow. */
export const removeWorkflow = async ({ call }: NewOrganization): Promise<void> => {
  const { body: transitions } = await call<StatusTransition[]>('GET', '/status-transitions');
  for (const { id } of transitions) await call('DELETE', `/status-transitions/${id}`);
  const { body: statuses } = await call<WorkflowStatus[]>('GET', '/workflow-status');
  for (const { id } of statuses) expect((await call('DELETE', `/workflow-status/${id}`)).status).toBe(204);
};
