import type { AuthResponse, WorkflowStatus } from '@obieg/contracts';
import type { Obieg } from '../src/obieg';
import { requestSite, type SiteResponse } from '../src/site-client';
import { until } from './processes';

/** An organization of a started product, with its first workflow. */
export interface ProductSite {
  /** Address of the organization. */
  address: string;
  token: string;
  statuses: WorkflowStatus[];
  send(method: string, path: string, body?: unknown): Promise<SiteResponse>;
  /** @throws for any status of 300 or more */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
}

const signIn = async (address: string): Promise<string> => {
  const { body } = await requestSite('POST', `${address}/api/auth/signin`, {
    body: { email: 'super@obieg.test', password: 'obieg-demo' },
  });
  return (body as AuthResponse).token;
};

/** Creates an organization and waits until its members can submit tasks. */
export const openSite = async (
  { gatewayUrl }: Pick<Obieg, 'gatewayUrl'>,
  name: string,
  codeName: string,
): Promise<ProductSite> => {
  const { status, text } = await requestSite('POST', `${gatewayUrl()}/api/organizations`, {
    token: await signIn(gatewayUrl()),
    body: { name, codeName },
  });
  if (status !== 201) throw new Error(`Creating the organization failed: ${status} ${text}`);
  const address = gatewayUrl(codeName);
  const token = await signIn(address);
  const send: ProductSite['send'] = (method, path, body) =>
    requestSite(method, `${address}/api${path}`, { token, body });
  const site: ProductSite = {
    address,
    token,
    statuses: [],
    send,
    call: async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const response = await send(method, path, body);
      if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
      return response.body as T;
    },
  };
  // 404, 403 or an empty list until the events of the new organization arrive.
  await until('the default workflow', async () => {
    const { status, body } = await send('GET', '/workflow-status');
    site.statuses = body as WorkflowStatus[];
    return status === 200 && site.statuses.length > 0;
  });
  await until(
    'a first task',
    async () => (await send('POST', '/tasks', { title: 'Pierwsze' })).status === 201,
  );
  return site;
};
