import { connectEventBus, createLog } from '@obieg/service-kit';
import { buildEvent, pollUntil, startTestNats } from '@obieg/service-kit/testing';
import { describe, expect, it } from 'vitest';
import {
  createOrganizationDirectory,
  createOrganizationList,
  createOrganizationLookUps,
} from '../src/organizations/organization-directory';
import { followOrganizations } from '../src/organizations/organization-events';
import { acme } from './gateway';
import { startIdentity } from './upstream';

const log = createLog('gateway', 'silent');
const rejectUnavailable = () => Promise.reject(new Error('unavailable'));

describe('organization events', () => {
  it('rename and delete organizations before the cache expires', async () => {
    const nats = await startTestNats();
    const organizations = [acme];
    const identity = await startIdentity(organizations);
    const { ready, close } = connectEventBus(nats.url, log);
    const directory = createOrganizationDirectory({
      ...createOrganizationLookUps(() => [identity.origin]),
      log,
    });
    const following = followOrganizations({
      ready,
      directory,
      listFromIdentity: createOrganizationList(() => [identity.origin]),
      listFromTasks: rejectUnavailable,
      log,
    });
    following.start();
    const bus = await ready;
    const find = async (code: string): Promise<number | 'none'> => (await directory.find(code))?.id ?? 'none';
    const untilFound = (code: string, expected: number | 'none') =>
      pollUntil(async () => ((await find(code)) === expected ? true : undefined), {
        describe: `${code} becomes ${expected}`,
        // Less than the cache time of 30 seconds.
        deadlineMs: 20_000,
      });

    expect(await find('acme')).toBe(1);
    organizations.splice(0, 1, { ...acme, codeName: 'acme2' });
    const renamed = { id: 1, name: acme.name, codeName: 'acme2', createdAt: new Date().toISOString() };
    const type = 'obieg.identity.organization.changed';
    await bus.publish(type, buildEvent(type, renamed, { aggregateId: 1 }), 'event-1');
    await untilFound('acme', 'none');
    await untilFound('acme2', 1);

    organizations.splice(0, 1);
    const deletedType = 'obieg.identity.organization.deleted';
    const deleted = buildEvent(deletedType, { id: 1, codeName: 'acme2' }, { aggregateId: 1 });
    await bus.publish(deletedType, deleted, 'event-2');
    await untilFound('acme2', 'none');

    await following.stop();
    await close();
    await identity.close();
    await nats.stop();
  });
});

describe('organizations at startup', () => {
  /** Reserves an address for svc-identity, which starts later. */
  const reserveAddress = async () => {
    const identity = await startIdentity([acme]);
    await identity.close();
    return { origin: identity.origin, port: Number(new URL(identity.origin).port) };
  };
  const follow = (
    origin: string,
    listFromTasks: Parameters<typeof followOrganizations>[0]['listFromTasks'],
  ) => {
    const directory = createOrganizationDirectory({ ...createOrganizationLookUps(() => [origin]), log });
    const following = followOrganizations({
      ready: new Promise(() => {}),
      directory,
      listFromIdentity: createOrganizationList(() => [origin]),
      listFromTasks,
      log,
    });
    following.start();
    const untilDescribed = (expected: string) =>
      pollUntil(
        async () => {
          try {
            return following.describe() === expected || undefined;
          } catch {
            return undefined;
          }
        },
        { describe: expected },
      );
    return { directory, following, untilDescribed };
  };

  it('are loaded before the first request and survive an outage of svc-identity', async () => {
    const { origin, port } = await reserveAddress();
    const { directory, following, untilDescribed } = follow(origin, rejectUnavailable);
    await expect(directory.find('acme')).rejects.toMatchObject({ status: 503 });
    expect(following.describe).toThrow('No list loaded yet');

    const identity = await startIdentity([acme], port);
    await untilDescribed('1 listed by svc-identity');
    await identity.close();
    expect(await directory.find('acme')).toEqual(acme);
    await following.stop();
  });

  it('come from svc-tasks until svc-identity is available', async () => {
    const { origin, port } = await reserveAddress();
    const known = [acme, { ...acme, id: 7, codeName: 'deleted' }];
    const { directory, following, untilDescribed } = follow(origin, async () => known);
    await untilDescribed('2 listed by svc-tasks');
    expect(await directory.find('acme')).toEqual(acme);
    expect(await directory.find('deleted')).toMatchObject({ id: 7 });

    const identity = await startIdentity([acme], port);
    await untilDescribed('1 listed by svc-identity');
    await pollUntil(async () => (await directory.find('deleted')) === undefined || undefined, {
      describe: 'the list of svc-identity replaces that of svc-tasks',
    });
    await identity.close();
    await following.stop();
  });
});
