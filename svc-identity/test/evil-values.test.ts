import { attackWithEvilValues } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, startIdentity } from './identity-service';

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
});
