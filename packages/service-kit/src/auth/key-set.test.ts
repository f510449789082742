import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../process/log';
import { askIdentity } from './identity-source';
import { createKeySet } from './key-set';
import type { KeyStore } from './key-store';

const jwk = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({ format: 'jwk' });
/** Stands in for svc-identity's key set endpoint. */
const owner = {
  isAway: false,
  isHanging: false,
  keyIds: ['first'],
  timesAsked: 0,
  waiting: [] as (() => void)[],
};
const server = createServer((_request, response) => {
  owner.timesAsked += 1;
  const answer = () => {
    response.statusCode = owner.isAway ? 503 : 200;
    response.end(JSON.stringify({ keys: owner.keyIds.map((kid) => ({ ...jwk, kid })) }));
  };
  if (owner.isHanging) owner.waiting.push(answer);
  else answer();
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());
beforeEach(() =>
  Object.assign(owner, { isAway: false, isHanging: false, keyIds: ['first'], timesAsked: 0, waiting: [] }),
);

const create = (cooldownMs: number, store?: KeyStore) =>
  createKeySet({
    ...askIdentity(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    log: createLog('test', 'silent'),
    cooldownMs,
    store,
  });
const always = -1;
const notAgain = 3_600_000;

describe('createKeySet', () => {
  it('fetches the key set for a new key id and not for a known one', async () => {
    const keySet = create(always);
    expect(await keySet.find('first')).toBeDefined();
    expect(await keySet.find('second')).toBeUndefined();
    owner.keyIds.push('second');
    expect(await keySet.find('second')).toBeDefined();
    expect(await keySet.find('first')).toBeDefined();
    expect(owner.timesAsked).toBe(3);
  });

  it('limits fetches for invented key ids', async () => {
    const keySet = create(notAgain);
    await keySet.find('first');
    for (const id of ['made', 'up']) expect(await keySet.find(id)).toBeUndefined();
    expect(owner.timesAsked).toBe(1);
  });

  it('rejects instead of denying an unknown key while svc-identity is unavailable', async () => {
    const asking = create(always);
    await asking.find('first');
    owner.isAway = true;
    await expect(asking.find('second')).rejects.toThrow('503');
    expect(await asking.find('first')).toBeDefined();

    await expect(create(notAgain).find('first')).rejects.toThrow('503');
  });

  it('rejects instead of denying an unknown key during the cooldown', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    try {
      const keySet = create(5_000);
      await keySet.find('first');
      owner.isAway = true;
      vi.setSystemTime(6_000);
      await expect(keySet.find('second')).rejects.toThrow('503');
      vi.setSystemTime(7_000);
      await expect(keySet.find('second')).rejects.toThrow('recently');
      expect(owner.timesAsked).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('createKeySet, started', () => {
  /** Waits until the key set reports keys. */
  const known = (keySet: ReturnType<typeof create>): Promise<string> =>
    vi.waitFor(() => keySet.describe(), { timeout: 30_000, interval: 5 });
  const createStore = (published?: unknown) => {
    const store = {
      published,
      read: async () => store.published,
      keep: async (latest: unknown) => {
        store.published = latest;
      },
    };
    return store;
  };
  const published = (...keyIds: string[]) => ({ keys: keyIds.map((kid) => ({ ...jwk, kid })) });

  it('loads the keys before the first request', async () => {
    const keySet = create(notAgain);
    expect(keySet.describe).toThrow('No key');
    keySet.start();
    expect(await known(keySet)).toBe('1 known, read from svc-identity');
    owner.isAway = true;
    expect(await keySet.find('first')).toBeDefined();
    keySet.stop();
  });

  it('fails fast when the key set is unavailable', async () => {
    owner.isAway = true;
    const keySet = create(always);
    keySet.start();
    await expect(keySet.find('first')).rejects.toThrow('503');
    owner.isHanging = true;
    await vi.waitFor(() => expect(owner.waiting.length).toBeGreaterThan(0), { timeout: 30_000 });
    await expect(keySet.find('first')).rejects.toThrow('recently');
    Object.assign(owner, { isAway: false, isHanging: false });
    for (const answer of owner.waiting) answer();
    await known(keySet);
    expect(await keySet.find('first')).toBeDefined();
    keySet.stop();
  });

  it('retries until svc-identity is available', async () => {
    owner.isAway = true;
    const keySet = create(notAgain);
    keySet.start();
    await vi.waitFor(() => expect(owner.timesAsked).toBeGreaterThan(0), { timeout: 30_000 });
    owner.isAway = false;
    await known(keySet);
    expect(owner.timesAsked).toBeGreaterThan(1);
    keySet.stop();
  });

  it('stores the keys and starts from the store while svc-identity is unavailable', async () => {
    const store = createStore();
    const first = create(notAgain, store);
    first.start();
    await vi.waitFor(() => expect(store.published).toEqual(published('first')), { timeout: 30_000 });
    first.stop();

    owner.isAway = true;
    const second = create(notAgain, store);
    second.start();
    expect(await known(second)).toBe('1 known, kept while svc-identity is away');
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
    ['nothing of use was kept', async () => ({ keys: [] })],
    ['the store is away', () => Promise.reject(new Error('away'))],
  ])('fetches the key set when %s', async (_case, read) => {
    const keySet = create(notAgain, { read, keep: () => Promise.reject(new Error('away')) });
    keySet.start();
    await known(keySet);
    expect(await keySet.find('first')).toBeDefined();
    keySet.stop();
  });
});
