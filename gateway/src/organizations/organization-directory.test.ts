import { setTimeout as wait } from 'node:timers/promises';
import { createLog } from '@obieg/service-kit';
import { describe, expect, it } from 'vitest';
import { createOrganizationDirectory, patienceMs } from './organization-directory';

const acme = { id: 1, name: 'Acme', codeName: 'acme' };

/** A directory with a controllable source and clock. */
const start = () => {
  const state = { now: 0, isAway: false, organizations: [acme], asked: [] as string[] };
  let release: (() => void) | undefined;
  const directory = createOrganizationDirectory({
    now: () => state.now,
    log: createLog('gateway', 'silent'),
    lookUp: async (code) => {
      state.asked.push(code);
      if (release) await new Promise<void>((resolve) => held.push(resolve));
      if (state.isAway) throw new Error('away');
      return state.organizations.find(({ codeName }) => codeName === code);
    },
  });
  const held: (() => void)[] = [];
  return {
    state,
    directory,
    hold: () => {
      release = () => {};
    },
    letGo: () => {
      release = undefined;
      for (const resolve of held.splice(0)) resolve();
    },
  };
};

describe('createOrganizationDirectory', () => {
  it('shares one lookup among concurrent requests', async () => {
    const { directory, state, hold, letGo } = start();
    hold();
    const asking = Promise.all(Array.from({ length: 50 }, () => directory.find('acme')));
    letGo();
    expect(await asking).toEqual(Array(50).fill(acme));
    expect(state.asked).toEqual(['acme']);
  });

  it('caches an organization for 30 seconds and a missing one for 5', async () => {
    const { directory, state } = start();
    await directory.find('acme');
    expect(await directory.find('nobody')).toBeUndefined();
    state.now = 4_999;
    await directory.find('nobody');
    expect(state.asked).toEqual(['acme', 'nobody']);
    state.now = 5_001;
    await directory.find('nobody');
    state.now = 29_999;
    await directory.find('acme');
    expect(state.asked).toEqual(['acme', 'nobody', 'nobody']);
    state.now = 30_001;
    await directory.find('acme');
    expect(state.asked).toHaveLength(4);
  });

  it('answers from memory while svc-identity is down, without asking each time', async () => {
    const { directory, state } = start();
    await directory.find('acme');
    state.isAway = true;
    state.now = 3_600_000;
    expect(await directory.find('acme')).toEqual(acme);
    expect(await directory.find('acme')).toEqual(acme);
    expect(state.asked).toHaveLength(2);
    await expect(directory.find('globex')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 });
    state.isAway = false;
    state.organizations = [];
    state.now += 1_001;
    expect(await directory.find('acme')).toBeUndefined();
  });

  it('does not wait for a hanging source, and uses its answer later', async () => {
    const { directory, state, hold, letGo } = start();
    await directory.find('acme');
    hold();
    state.now = 60_000;
    expect(await Promise.all([directory.find('acme'), directory.find('acme')])).toEqual([acme, acme]);
    expect(state.asked).toHaveLength(2);
    state.organizations = [];
    letGo();
    await new Promise(setImmediate);
    expect(await directory.find('acme')).toBeUndefined();
    expect(state.asked).toHaveLength(2);
  });

  it('waits for the source after an event about the organization', async () => {
    const { directory, state, hold, letGo } = start();
    await directory.find('acme');
    state.organizations = [];
    directory.forget({ id: 1, codeName: 'acme' });
    hold();
    const found = directory.find('acme');
    await wait(patienceMs * 2);
    letGo();
    expect(await found).toBeUndefined();
  });

  it('asks again after an event, for the old and the new code name', async () => {
    const { directory, state } = start();
    await directory.find('acme');
    await directory.find('acme2');
    state.organizations = [{ ...acme, codeName: 'acme2' }];
    directory.forget({ id: 1, codeName: 'acme2' });
    expect(await directory.find('acme')).toBeUndefined();
    expect(await directory.find('acme2')).toEqual({ ...acme, codeName: 'acme2' });
  });

  it('discards an answer from before an event', async () => {
    const { directory, state, hold, letGo } = start();
    hold();
    const early = directory.find('acme');
    directory.forget({ id: 1, codeName: 'acme' });
    letGo();
    await early;
    await directory.find('acme');
    expect(state.asked).toEqual(['acme', 'acme']);
  });

  it('keeps known organizations despite guessed code names', async () => {
    const { directory, state } = start();
    await directory.find('acme');
    for (let index = 0; index < 12_000; index += 1) await directory.find(`guess${index}`);
    state.asked = [];
    await directory.find('acme');
    expect(state.asked).toEqual([]);
  });

  it('asks for a remembered organization on first use, and uses the remembered one only if the source fails', async () => {
    const { directory, state } = start();
    const renamed = { ...acme, name: 'Acme Logistyka' };
    const globex = { id: 2, name: 'Globex', codeName: 'globex' };
    directory.remember([renamed, globex]);
    expect(await directory.find('acme')).toEqual(acme);
    expect(await directory.find('globex')).toBeUndefined();
    directory.remember([renamed, globex]);
    expect(await directory.find('acme')).toEqual(acme);
    expect(state.asked).toEqual(['acme', 'globex']);
    state.isAway = true;
    state.now = 6_000;
    expect(await directory.find('globex')).toEqual(globex);
  });

  it('limits the number of remembered organizations and evicts none that are in use', async () => {
    const { directory, state } = start();
    await directory.find('acme');
    directory.remember(
      Array.from({ length: 10_001 }, (_, index) => ({ ...acme, id: index + 2, codeName: `org${index}` })),
    );
    state.isAway = true;
    expect(await directory.find('acme')).toEqual(acme);
    expect(await directory.find('org9998')).toMatchObject({ id: 10_000 });
    await expect(directory.find('org9999')).rejects.toMatchObject({ status: 503 });
  });
});
