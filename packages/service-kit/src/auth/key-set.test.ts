import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../process/log';
import { createKeySet } from './key-set';

const jwk = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({ format: 'jwk' });
/** svc-identity's page of keys. */
const owner = { isAway: false, keyIds: ['first'], timesAsked: 0 };
const server = createServer((_request, response) => {
  owner.timesAsked += 1;
  response.statusCode = owner.isAway ? 503 : 200;
  response.end(JSON.stringify({ keys: owner.keyIds.map((kid) => ({ ...jwk, kid })) }));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());
beforeEach(() => Object.assign(owner, { isAway: false, keyIds: ['first'], timesAsked: 0 }));

const create = (cooldownMs: number) =>
  createKeySet({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log: createLog('test', 'silent'),
    cooldownMs,
  });
const always = -1;
const notAgain = 3_600_000;

describe('the key set', () => {
  it('learns of a new key when it is used, and asks nobody for a known one', async () => {
    const keySet = create(always);
    expect(await keySet.find('first')).toBeDefined();
    expect(await keySet.find('second')).toBeUndefined();
    owner.keyIds.push('second');
    expect(await keySet.find('second')).toBeDefined();
    expect(await keySet.find('first')).toBeDefined();
    expect(owner.timesAsked).toBe(3);
  });

  it('asks no more often for ids that are made up', async () => {
    const keySet = create(notAgain);
    await keySet.find('first');
    for (const id of ['made', 'up']) expect(await keySet.find(id)).toBeUndefined();
    expect(owner.timesAsked).toBe(1);
  });

  it('does not say of an unknown key that there is none while its owner is away', async () => {
    const asking = create(always);
    await asking.find('first');
    owner.isAway = true;
    await expect(asking.find('second')).rejects.toThrow('503');
    expect(await asking.find('first')).toBeDefined();

    await expect(create(notAgain).find('first')).rejects.toThrow('503');
  });

  it('does not say so either while it may not ask again', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    try {
      const keySet = create(5_000);
      await keySet.find('first');
      owner.isAway = true;
      vi.setSystemTime(6_000);
      await expect(keySet.find('second')).rejects.toThrow('503');
      vi.setSystemTime(7_000);
      await expect(keySet.find('second')).rejects.toThrow('lately');
      expect(owner.timesAsked).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
