import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../observability/log';
import { createIdentityClient } from './identity-source';
import { createKeySet } from './key-set';
import type { KeyStore } from './key-store';

const jwk = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({ format: 'jwk' });
/** Fake key set endpoint of svc-identity. */
const identity = {
  isUnavailable: false,
  isHanging: false,
  keyIds: ['first'],
  fetchCount: 0,
  waiting: [] as (() => void)[],
};
const server = createServer((_request, response) => {
  identity.fetchCount += 1;
  const answer = () => {
    response.statusCode = identity.isUnavailable ? 503 : 200;
    response.end(JSON.stringify({ keys: identity.keyIds.map((kid) => ({ ...jwk, kid })) }));
  };
  if (identity.isHanging) identity.waiting.push(answer);
  else answer();
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());
beforeEach(() =>
  Object.assign(identity, {
    isUnavailable: false,
    isHanging: false,
    keyIds: ['first'],
    fetchCount: 0,
    waiting: [],
  }),
);

const create = (cooldownMs: number, store?: KeyStore) =>
  createKeySet({
    ...createIdentityClient(() => [`http://127.0.0.1:${(server.address() as AddressInfo).port}`]),
    log: createLog('test', 'silent'),
    cooldownMs,
    store,
  });
const always = -1;
const never = 3_600_000;

describe('createKeySet', () => {
  it('fetches the key set for a new key id and not for a known one', async () => {
    const keySet = create(always);
    expect(await keySet.find('first')).toBeDefined();
    expect(await keySet.find('second')).toBeUndefined();
    identity.keyIds.push('second');
    expect(await keySet.find('second')).toBeDefined();
    expect(await keySet.find('first')).toBeDefined();
    expect(identity.fetchCount).toBe(3);
  });

  it('limits fetches for unknown key ids', async () => {
    const keySet = create(never);
    await keySet.find('first');
    for (const id of ['forged-1', 'forged-2']) expect(await keySet.find(id)).toBeUndefined();
    expect(identity.fetchCount).toBe(1);
  });

  it('rejects instead of denying an unknown key while svc-identity is unavailable', async () => {
    const keySet = create(always);
    await keySet.find('first');
    identity.isUnavailable = true;
    await expect(keySet.find('second')).rejects.toThrow('503');
    expect(await keySet.find('first')).toBeDefined();

    await expect(create(never).find('first')).rejects.toThrow('503');
  });

  it('rejects instead of denying an unknown key during the cooldown', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    try {
      const keySet = create(5_000);
      await keySet.find('first');
      identity.isUnavailable = true;
      vi.setSystemTime(6_000);
      await expect(keySet.find('second')).rejects.toThrow('503');
      vi.setSystemTime(7_000);
      await expect(keySet.find('second')).rejects.toThrow('recently');
      expect(identity.fetchCount).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('createKeySet after start', () => {
  /** Waits until the key set reports keys. */
  const known = (keySet: ReturnType<typeof create>): Promise<string> =>
    vi.waitFor(() => keySet.describe(), { timeout: 30_000, interval: 5 });
  const createStore = (published?: unknown) => {
    const store = {
      published,
      read: async () => store.published,
      save: async (latest: unknown) => {
        store.published = latest;
      },
    };
    return store;
  };
  const published = (...keyIds: string[]) => ({ keys: keyIds.map((kid) => ({ ...jwk, kid })) });

  it('loads the keys before the first request', async () => {
    const keySet = create(never);
    expect(keySet.describe).toThrow('No key');
    keySet.start();
    expect(await known(keySet)).toBe('1 known, read from svc-identity');
    identity.isUnavailable = true;
    expect(await keySet.find('first')).toBeDefined();
    keySet.stop();
  });

  it('fails fast when the key set is unavailable', async () => {
    identity.isUnavailable = true;
    const keySet = create(always);
    keySet.start();
    await expect(keySet.find('first')).rejects.toThrow('503');
    identity.isHanging = true;
    await vi.waitFor(() => expect(identity.waiting.length).toBeGreaterThan(0), { timeout: 30_000 });
    await expect(keySet.find('first')).rejects.toThrow('recently');
    Object.assign(identity, { isUnavailable: false, isHanging: false });
    for (const answer of identity.waiting) answer();
    await known(keySet);
    expect(await keySet.find('first')).toBeDefined();
    keySet.stop();
  });

  it('retries until svc-identity is available', async () => {
    identity.isUnavailable = true;
    const keySet = create(never);
    keySet.start();
    await vi.waitFor(() => expect(identity.fetchCount).toBeGreaterThan(0), { timeout: 30_000 });
    identity.isUnavailable = false;
    await known(keySet);
    expect(identity.fetchCount).toBeGreaterThan(1);
    keySet.stop();
  });

  it('stores the keys and starts from the store while svc-identity is unavailable', async () => {
    const store = createStore();
    const first = create(never, store);
    first.start();
    await vi.waitFor(() => expect(store.published).toEqual(published('first')), { timeout: 30_000 });
    first.stop();

    identity.isUnavailable = true;
    const second = create(never, store);
    second.start();
    expect(await known(second)).toBe('1 known, stored; svc-identity is unavailable');
    expect(await second.find('first')).toBeDefined();
    // svc-identity may have published the key since, so its absence is not certain.
    await expect(second.find('second')).rejects.toThrow();
    second.stop();
  });

  it('drops a stored key when svc-identity no longer publishes it', async () => {
    const store = createStore(published('withdrawn'));
    const keySet = create(always, store);
    keySet.start();
    await vi.waitFor(async () => expect(await keySet.find('withdrawn')).toBeUndefined(), { timeout: 30_000 });
    expect(await keySet.find('first')).toBeDefined();
    expect(store.published).toEqual(published('first'));
    keySet.stop();
  });

  it.each([
    ['the stored key set is empty', async () => ({ keys: [] })],
    ['the store is unavailable', () => Promise.reject(new Error('unavailable'))],
  ])('fetches the key set when %s', async (_case, read) => {
    const keySet = create(never, { read, save: () => Promise.reject(new Error('unavailable')) });
    keySet.start();
    await known(keySet);
    expect(await keySet.find('first')).toBeDefined();
    keySet.stop();
  });
});
