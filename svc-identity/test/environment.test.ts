import { findFreePort } from '@obieg/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIdentity, type IdentityProcess } from './identity-process';
import { type Identity, password, startIdentity } from './identity-service';

/** A second loopback address. macOS has no 127.0.0.2. */
const otherLoopback = process.platform === 'darwin' ? '::1' : '127.0.0.2';

let database: Identity;
let program: Awaited<ReturnType<typeof buildIdentity>>;
beforeAll(async () => {
  [database, program] = await Promise.all([startIdentity(), buildIdentity()]);
});
afterAll(async () => {
  program.remove();
  await database.close();
});

/** Runs `work` with a process of the service that has no NATS. */
const withProcess = async (
  env: Record<string, string>,
  work: (process: IdentityProcess) => Promise<void>,
): Promise<void> => {
  const natsUrl = `nats://127.0.0.1:${await findFreePort()}`;
  const started = await program.start({ DATABASE_URL: database.appUrl, NATS_URL: natsUrl, ...env });
  await work(started).finally(started.kill);
};

describe('svc-identity', () => {
  it('opens at most DATABASE_POOL_SIZE connections', () =>
    withProcess({ DATABASE_POOL_SIZE: '3' }, async ({ url }) => {
      const sendRequest = () => fetch(`${url}/internal/organizations/by-code/nobody`);
      const responses = await Promise.all(Array.from({ length: 30 }, sendRequest));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404]));
      const [open] = await database.db
        .knex('pg_stat_activity')
        .where({ datname: database.name, application_name: 'svc-identity' })
        .count<{ count: number }[]>('* as count');
      expect(open?.count).toBe(3);
    }));

  it('verifies its own tokens on any listening address, without fetching keys', () =>
    withProcess({ HOST: otherLoopback }, async ({ url }) => {
      const call = (method: string, path: string, token?: string, body?: object) =>
        fetch(url + path, {
          method,
          headers: {
            'content-type': 'application/json',
            'x-obieg-site': 'main',
            ...(token ? { authorization: `Bearer ${token}` } : {}),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
      const signedIn = await call('POST', '/api/auth/signin', undefined, { email: 'super', password });
      const { token } = (await signedIn.json()) as { token: string };
      expect((await call('GET', '/api/auth/me', token)).status).toBe(200);
    }));
});
