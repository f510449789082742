import { connectEventBus, createLog } from '@obieg/service-kit';
import { buildEvent, pollUntil, startTestNats } from '@obieg/service-kit/testing';
import { describe, expect, it } from 'vitest';
import {
  createOrganizationDirectory,
  createOrganizationList,
  createOrganizationLookUp,
} from '../src/organizations/organization-directory';
import { followOrganizations } from '../src/organizations/organization-events';
import { acme } from './gateway';
import { startIdentity } from './upstream';

const log = createLog('gateway', 'silent');

describe('events of organizations', () => {
  it('are followed at once: a renamed organization moves, a deleted one is gone', async () => {
    const nats = await startTestNats();
    const organizations = [acme];
    const identity = await startIdentity(organizations);
    const { ready, close } = connectEventBus(nats.url, log);
    const directory = createOrganizationDirectory({ lookUp: createOrganizationLookUp(identity.origin), log });
    const following = followOrganizations({
      ready,
      directory,
      list: createOrganizationList(identity.origin),
      log,
    });
    following.start();
    const bus = await ready;
    const find = async (code: string): Promise<number | 'none'> => (await directory.find(code))?.id ?? 'none';
    const becomes = (code: string, expected: number | 'none') =>
      pollUntil(async () => ((await find(code)) === expected ? true : undefined), {
        describe: `${code} becomes ${expected}`,
        // Well below the 30 seconds after which it would be asked for anyway.
        deadlineMs: 20_000,
      });

    expect(await find('acme')).toBe(1);
    organizations.splice(0, 1, { ...acme, codeName: 'acme2' });
    const renamed = { id: 1, name: acme.name, codeName: 'acme2', createdAt: new Date().toISOString() };
    const type = 'obieg.identity.organization.changed';
    await bus.publish(type, buildEvent(type, renamed, { aggregateId: 1 }), 'event-1');
    await becomes('acme', 'none');
    await becomes('acme2', 1);

    organizations.splice(0, 1);
    const deletedType = 'obieg.identity.organization.deleted';
    const deleted = buildEvent(deletedType, { id: 1, codeName: 'acme2' }, { aggregateId: 1 });
    await bus.publish(deletedType, deleted, 'event-2');
    await becomes('acme2', 'none');

    await following.stop();
    await close();
    await identity.close();
    await nats.stop();
  });
});

describe('organizations at the start', () => {
  it('are known before anybody comes, for as long as svc-identity is away then', async () => {
    const identity = await startIdentity([acme]);
    const { port } = new URL(identity.origin);
    await identity.close();
    const directory = createOrganizationDirectory({ lookUp: createOrganizationLookUp(identity.origin), log });
    const following = followOrganizations({
      ready: new Promise(() => {}),
      directory,
      list: createOrganizationList(identity.origin),
      log,
    });
    following.start();
    await expect(directory.find('acme')).rejects.toMatchObject({ status: 503 });
    expect(following.describe).toThrow('has not listed them yet');

    const back = await startIdentity([acme], Number(port));
    await pollUntil(
      async () => {
        try {
          return following.describe();
        } catch {
          return undefined;
        }
      },
      { describe: 'they are listed' },
    );
    await back.close();
    expect(await directory.find('acme')).toEqual(acme);
    await following.stop();
  });
});
