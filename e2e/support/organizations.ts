import type { Organization } from '@obieg/contracts';
import { requestSite, type SiteRequest } from '@obieg/local';
import { fetchSession } from './people';
import { expect, type Product } from './product';

/** Everywhere at home, so also in an organization that is new. */
export const everywhere = 'super@obieg.test';

/** An organization of its own for a test, with nothing but what every new one has; and calls to its API. */
export const createOrganization = async (product: Product, codeName: string) => {
  const main = product.gatewayUrl();
  const { token: mainToken } = await fetchSession(main, everywhere);
  const made = await requestSite('POST', `${main}/api/organizations`, {
    token: mainToken,
    body: { name: `Test ${codeName}`, codeName },
  });
  expect(made.status).toBe(201);
  const address = product.gatewayUrl(codeName);
  // Other services learn of it by its event.
  await expect
    .poll(async () => {
      const { token } = await fetchSession(address, everywhere);
      return (await requestSite('GET', `${address}/api/status-transitions`, { token })).body;
    }, `the workflow of ${codeName}`)
    .toHaveLength(4);
  const { token } = await fetchSession(address, everywhere);
  const call = async <T>(method: string, path: string, more: SiteRequest = {}) => {
    const { status, headers, body } = await requestSite(method, `${address}/api${path}`, { token, ...more });
    return { status, headers, body: body as T };
  };
  return { id: (made.body as Organization).id, address, call };
};
