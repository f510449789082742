import { attackWithEvilValues } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, startIdentity } from './identity-service';
import { openIntegration } from './scim-fixture';

let identity: Identity;
let acme: { id: number; code: string };
beforeAll(async () => {
  identity = await startIdentity({ rateLimitScale: 1_000 });
  acme = await identity.addOrganization('acme');
});
afterAll(() => identity.close());

describe('times, numbers and ids that JavaScript and PostgreSQL do not both know', () => {
  it('lead to no server error in any parameter or body', async () => {
    const userId = await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']);
    const token = await identity.signIn('super@obieg.test', acme);
    const { body } = await identity.request('GET', '/openapi.json');
    const { calls, failures } = await attackWithEvilValues(body, {
      known: { userId: String(userId) },
      send: (method, path, { rawBody }) =>
        identity.request(method, path, {
          organization: acme,
          token,
          ...(rawBody === undefined ? {} : { rawBody }),
        }),
    });
    expect(failures).toEqual([]);
    expect(calls).toBeGreaterThan(500);
  }, 300_000);

  it('lead to no server error in SCIM, which only integrations may call', async () => {
    const token = await identity.signIn('super@obieg.test', acme);
    const { session } = await openIntegration(identity, { admin: token, organization: acme, name: 'Okta' });
    const call = (method: string, path: string, options: { body?: unknown; rawBody?: string }) =>
      identity.request(method, path, { organization: acme, token: session, ...options });
    const ids: Record<string, string> = {};
    for (const [kind, body] of [
      ['Users', { userName: 'ewa@acme.test' }],
      ['Groups', { displayName: 'Grupa' }],
    ] as const)
      ids[kind] = (await call('POST', `/scim/v2/${kind}`, { body })).body.id;
    const { body } = await identity.request('GET', '/openapi.json');
    let sum = 0;
    for (const [kind = '', id = ''] of Object.entries(ids)) {
      const paths = Object.fromEntries(
        Object.entries(body.paths).filter(([path]) => path.startsWith(`/scim/v2/${kind}`)),
      );
      const { calls, failures } = await attackWithEvilValues(
        { ...body, paths },
        { known: { id }, send: call },
      );
      expect(failures).toEqual([]);
      sum += calls;
    }
    expect(sum).toBeGreaterThan(100);
  }, 300_000);
});
