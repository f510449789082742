import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenScope } from '@obieg/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTestIdentity } from '../testing/identity';
import { createAuthenticator } from './authenticator';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('createAuthenticator', () => {
  it('verifies a token again after a minute, so that a withdrawn key takes effect', async () => {
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const pass = async (seconds: number): Promise<void> => {
      now += seconds * 1_000;
      // The cache reads the clock once per millisecond.
      await sleep(5);
    };
    const identity = createTestIdentity();
    const published = new Set([identity.keyId]);
    const find = vi.fn(async (id: string) => (published.has(id) ? identity.keySet.find(id) : undefined));
    const authenticate = createAuthenticator({ keySet: { find }, isRevoked: () => false });
    const authorization = `Bearer ${identity.sign({ userId: 10, organizationId: 7 })}`;

    for (let minute = 0; minute < 6; minute++) {
      expect(await authenticate(authorization)).toMatchObject({ userId: 10, organizationId: 7 });
      await pass(10);
    }
    expect(find).toHaveBeenCalledTimes(1);
    published.clear();
    await pass(1);
    await expect(authenticate(authorization)).rejects.toMatchObject({ status: 401 });
  });

  it('rejects an expired token although it is cached', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const identity = createTestIdentity();
    const find = vi.fn(identity.keySet.find);
    const authenticate = createAuthenticator({ keySet: { find }, isRevoked: () => false });
    const authorization = `Bearer ${identity.sign({ userId: 10, organizationId: 7, expiresIn: 30 })}`;
    expect(await authenticate(authorization)).toMatchObject({ userId: 10 });
    vi.setSystemTime(Date.now() + 28_000);
    expect(await authenticate(authorization)).toMatchObject({ userId: 10 });
    vi.setSystemTime(Date.now() + 3_000);
    await expect(authenticate(authorization)).rejects.toMatchObject({ status: 401 });
    expect(find).toHaveBeenCalledTimes(1);
  });

  it('limits the session of an API token to the scopes that it knows', async () => {
    const identity = createTestIdentity();
    const authenticate = createAuthenticator({ keySet: identity.keySet, isRevoked: () => false });
    const read = (scopes?: readonly TokenScope[]) =>
      authenticate(
        `Bearer ${identity.sign({ userId: 10, organizationId: 7, ...(scopes ? { scopes } : {}) })}`,
      );
    expect(await read(['tasks:read'])).toMatchObject({ userId: 10, scopes: ['tasks:read'] });
    expect(await read(['scope:of-a-newer-version' as TokenScope])).toMatchObject({ scopes: [] });
    expect(await read()).not.toHaveProperty('scopes');
  });
});
