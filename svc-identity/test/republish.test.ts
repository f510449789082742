import type { EventType } from '@obieg/contracts';
import { createLog } from '@obieg/service-kit';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { republishPeople } from '../src/republish';
import { type Identity, startIdentity } from './identity-service';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.close());

describe('republishPeople', () => {
  it('publishes the present state of each entity once, and all deletions', async () => {
    const acme = await identity.addOrganization('acme');
    const globex = await identity.addOrganization('globex');
    const deletedOrganization = await identity.addOrganization('znika');
    const anna = await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']);
    const formerMember = await identity.addMember(acme.id, 'marek', ['MEMBER']);
    const greta = await identity.addMember(globex.id, 'greta', ['ORG_ADMIN']);
    const superAdmin = await identity.signIn('super');
    await identity.request('DELETE', `/api/organizations/${deletedOrganization.id}`, { token: superAdmin });
    const token = await identity.signIn('anna', acme);
    const call = async (method: string, path: string, body?: object) =>
      (await identity.request(method, path, { organization: acme, token, body })).body;
    const parent = (await call('POST', '/api/groups', { name: 'IT' })).id;
    const child = (await call('POST', '/api/groups', { name: 'Helpdesk', parentGroupId: parent })).id;
    await call('POST', `/api/groups/${child}/members`, { userId: anna, role: 'LEADER' });
    const formerGroup = (await call('POST', '/api/groups', { name: 'Kadry' })).id;
    await call('POST', `/api/groups/${formerGroup}/members`, { userId: anna, role: 'MEMBER' });
    await call('DELETE', `/api/groups/${formerGroup}`);
    await call('DELETE', `/api/users/${formerMember}`);
    // More users than fit in one batch.
    await identity.db.knex.raw(
      `insert into users (email, username) select 'o' || n || '@x.test', 'o' || n from generate_series(1, 1100) n`,
    );
    const users = (await identity.db.knex('users').pluck('id')) as number[];

    await identity.db.knex('outbox').delete();
    await republishPeople(identity.db, createLog('test', 'silent'));
    const listData = async (type: EventType) =>
      (await recordedEvents(identity.db.knex, type)).map(({ data }) => data);
    expect(await listData('obieg.identity.organization.changed')).toMatchObject([
      { id: acme.id, codeName: 'acme' },
      { id: globex.id, codeName: 'globex' },
    ]);
    const ids = (await listData('obieg.identity.user.changed')).map((data) => (data as { id: number }).id);
    expect(ids).toEqual(users.sort((one, other) => one - other));
    expect(await listData('obieg.identity.membership.changed')).toMatchObject([
      { organizationId: acme.id, userId: anna, roles: ['ORG_ADMIN'] },
      { organizationId: acme.id, userId: formerMember, roles: [] },
      { organizationId: globex.id, userId: greta, roles: ['ORG_ADMIN'] },
    ]);
    expect(await listData('obieg.identity.group.changed')).toMatchObject([
      { id: parent, parentGroupId: null },
      { id: child, parentGroupId: parent, name: 'Helpdesk' },
    ]);
    expect(await listData('obieg.identity.group-member.changed')).toEqual([
      { organizationId: acme.id, groupId: child, userId: anna, role: 'LEADER' },
    ]);
    expect(await listData('obieg.identity.organization.deleted')).toEqual([
      { id: deletedOrganization.id, codeName: 'znika' },
    ]);
    expect(await listData('obieg.identity.group.deleted')).toEqual([
      { organizationId: acme.id, id: formerGroup },
    ]);
  });
});
