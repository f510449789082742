import { setTimeout as wait } from 'node:timers/promises';
import { createLog } from '@obieg/service-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOrganizationDirectory } from './organization-directory';

/** Longer than the directory waits for a lookup if it has a stale entry. */
const longerThanLookUpMs = 200;
const acme = { id: 1, name: 'Acme', codeName: 'acme' };

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 0 }));
afterEach(() => void vi.useRealTimers());

/** Creates a directory whose source and clock the test controls. */
const start = () => {
  const state = {
    set now(ms: number) {
      vi.setSystemTime(ms);
    },
    isUnavailable: false,
    organizations: [acme],
    former: {} as Record<string, string>,
    lookUps: [] as string[],
  };
  let release: (() => void) | undefined;
  const directory = createOrganizationDirectory({
    log: createLog('gateway', 'silent'),
    lookUpFormer: async (code) => {
      state.lookUps.push(`former ${code}`);
      return state.former[code];
    },
    lookUp: async (code) => {
      state.lookUps.push(code);
      if (release) await new Promise<void>((resolve) => waiting.push(resolve));
      if (state.isUnavailable) throw new Error('unavailable');
      return state.organizations.find(({ codeName }) => codeName === code);
    },
  });
  const waiting: (() => void)[] = [];
  return {
    state,
    directory,
    pause: () => {
      release = () => {};
    },
    resume: () => {
      release = undefined;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
};

describe('createOrganizationDirectory', () => {
  it('shares one lookup among concurrent requests', async () => {
    const { directory, state, pause, resume } = start();
    pause();
    const found = Promise.all(Array.from({ length: 50 }, () => directory.find('acme')));
    resume();
    expect(await found).toEqual(Array(50).fill(acme));
    expect(state.lookUps).toEqual(['acme']);
  });

  it('caches an organization for 30 seconds and a missing one for 5', async () => {
    const { directory, state } = start();
    await directory.find('acme');
    expect(await directory.find('unknown')).toBeUndefined();
    state.now = 4_999;
    await directory.find('unknown');
    expect(state.lookUps).toEqual(['acme', 'unknown']);
    state.now = 5_001;
    await directory.find('unknown');
    state.now = 29_999;
    await directory.find('acme');
    expect(state.lookUps).toEqual(['acme', 'unknown', 'unknown']);
    state.now = 30_001;
    await directory.find('acme');
    expect(state.lookUps).toHaveLength(4);
  });

  it('uses stale entries while svc-identity is unavailable, with one lookup per second', async () => {
    const { directory, state } = start();
    await directory.find('acme');
    state.isUnavailable = true;
    state.now = 3_600_000;
    expect(await directory.find('acme')).toEqual(acme);
    expect(await directory.find('acme')).toEqual(acme);
    expect(state.lookUps).toHaveLength(2);
    await expect(directory.find('globex')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 });
    state.isUnavailable = false;
    state.organizations = [];
    state.now = 3_601_001;
    expect(await directory.find('acme')).toBeUndefined();
  });

  it('does not wait for a hanging lookup, and uses its result later', async () => {
    const { directory, state, pause, resume } = start();
    await directory.find('acme');
    pause();
    state.now = 60_000;
    expect(await Promise.all([directory.find('acme'), directory.find('acme')])).toEqual([acme, acme]);
    expect(state.lookUps).toHaveLength(2);
    state.organizations = [];
    resume();
    await new Promise(setImmediate);
    expect(await directory.find('acme')).toBeUndefined();
    expect(state.lookUps).toHaveLength(2);
  });

  it('waits for the lookup after an event about the organization', async () => {
    const { directory, state, pause, resume } = start();
    await directory.find('acme');
    state.organizations = [];
    directory.invalidate({ id: 1, codeName: 'acme' });
    pause();
    const found = directory.find('acme');
    await wait(longerThanLookUpMs);
    resume();
    expect(await found).toBeUndefined();
  });

  it('looks up both code names again after a rename event', async () => {
    const { directory, state } = start();
    await directory.find('acme');
    await directory.find('acme2');
    state.organizations = [{ ...acme, codeName: 'acme2' }];
    directory.invalidate({ id: 1, codeName: 'acme2' });
    expect(await directory.find('acme')).toBeUndefined();
    expect(await directory.find('acme2')).toEqual({ ...acme, codeName: 'acme2' });
  });

  it('does not cache a lookup that started before an event', async () => {
    const { directory, state, pause, resume } = start();
    pause();
    const startedBefore = directory.find('acme');
    directory.invalidate({ id: 1, codeName: 'acme' });
    resume();
    await startedBefore;
    await directory.find('acme');
    expect(state.lookUps).toEqual(['acme', 'acme']);
  });

  it('does not evict known organizations when code names are guessed', async () => {
    const { directory, state } = start();
    await directory.find('acme');
    for (let index = 0; index < 12_000; index += 1) await directory.find(`guess${index}`);
    state.lookUps = [];
    await directory.find('acme');
    expect(state.lookUps).toEqual([]);
  });

  it('looks up a preloaded organization on first use, and uses the preloaded one only if the lookup fails', async () => {
    const { directory, state } = start();
    const renamed = { ...acme, name: 'Acme Logistyka' };
    const globex = { id: 2, name: 'Globex', codeName: 'globex' };
    directory.preload([renamed, globex]);
    expect(await directory.find('acme')).toEqual(acme);
    expect(await directory.find('globex')).toBeUndefined();
    directory.preload([renamed, globex]);
    expect(await directory.find('acme')).toEqual(acme);
    expect(state.lookUps).toEqual(['acme', 'globex']);
    state.isUnavailable = true;
    state.now = 6_000;
    expect(await directory.find('globex')).toEqual(globex);
  });

  it('limits preloaded organizations and never evicts looked-up ones', async () => {
    const { directory, state } = start();
    await directory.find('acme');
    directory.preload(
      Array.from({ length: 10_001 }, (_, index) => ({ ...acme, id: index + 2, codeName: `org${index}` })),
    );
    state.isUnavailable = true;
    expect(await directory.find('acme')).toEqual(acme);
    expect(await directory.find('org9998')).toMatchObject({ id: 10_000 });
    await expect(directory.find('org9999')).rejects.toMatchObject({ status: 503 });
  });

  it('caches former code names for 5 seconds, and looks them up again after an event', async () => {
    const { directory, state } = start();
    state.former = { dawna: 'acme' };
    expect(await directory.findPresentCodeName('dawna')).toBe('acme');
    state.former = { dawna: 'acme2' };
    expect(await directory.findPresentCodeName('dawna')).toBe('acme');
    directory.invalidate({ id: 1, codeName: 'acme2' });
    expect(await directory.findPresentCodeName('dawna')).toBe('acme2');
    state.former = {};
    state.now = 5_001;
    expect(await directory.findPresentCodeName('dawna')).toBeUndefined();
    expect(state.lookUps).toEqual(Array(3).fill('former dawna'));
  });
});
