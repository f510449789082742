import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SecurityLogWorld, sessionOf, startSecurityLogWorld } from './security-log-world';

let world: SecurityLogWorld;
beforeAll(async () => {
  world = await startSecurityLogWorld();
});
afterAll(() => world.identity.close());

describe('security log, members', () => {
  it('records invitations, changes and removals', async () => {
    const body = { email: 'nowa@acme.test', roles: ['MEMBER'] };
    const invited = await world.writtenBy(() =>
      world.here('POST', '/api/admin/invite-user', world.tokens.anna, body),
    );
    expect(invited.map(({ event, details }) => [event, details])).toEqual([
      ['account.create', {}],
      ['roles.change', { roles: ['MEMBER'], rolesBefore: [] }],
      ['invitation.send', { roles: ['MEMBER'] }],
    ]);
    const id = Number(invited[2]?.subject_id);
    for (const entry of invited)
      expect(entry).toMatchObject({
        actor_id: world.ids.anna,
        session_id: sessionOf(world.tokens.anna),
        subject_id: String(id),
        organization_id: world.acme.id,
      });
    const again = await world.writtenBy(() =>
      world.here('POST', '/api/admin/invite-user', world.tokens.anna, { ...body, roles: ['OPERATOR'] }),
    );
    expect(again.map(({ event, details }) => [event, details])).toEqual([
      ['roles.change', { roles: ['OPERATOR'], rolesBefore: ['MEMBER'] }],
      ['invitation.send', { roles: ['OPERATOR'] }],
    ]);
    const changed = await world.writtenBy(() =>
      world.here('PUT', `/api/users/${id}/roles`, world.tokens.anna, { roles: ['REPORTER'] }),
    );
    expect(changed.map(({ event, details }) => [event, details])).toEqual([
      ['roles.change', { roles: ['REPORTER'], rolesBefore: ['OPERATOR'] }],
    ]);
    const removed = await world.writtenBy(() => world.here('DELETE', `/api/users/${id}`, world.tokens.anna));
    expect(removed.map(({ event, details }) => [event, details])).toEqual([
      ['roles.change', { roles: [], rolesBefore: ['REPORTER'] }],
      ['member.remove', { rolesBefore: ['REPORTER'] }],
    ]);
  });

  it('records changes in another organization in its log', async () => {
    const written = await world.writtenBy(() =>
      world.call('POST', '/api/admin/invite-user', world.tokens.superAtMain, {
        email: 'zdalna@globex.test',
        roles: ['MEMBER'],
        organizationId: world.globex.id,
      }),
    );
    expect(written.map(({ organization_id }) => organization_id)).toEqual(Array(3).fill(world.globex.id));
  });
});

describe('security log, groups and organizations', () => {
  it('records creation, change, deletion and membership', async () => {
    let id = 0;
    const made = await world.writtenBy(async () => {
      id = (await world.here('POST', '/api/groups', world.tokens.anna, { name: 'Kadry' })).body.id;
      await world.here('PUT', `/api/groups/${id}`, world.tokens.anna, { name: 'Płace' });
      await world.here('POST', `/api/groups/${id}/members`, world.tokens.anna, { userId: world.ids.olga });
      const path = `/api/groups/${id}/members/${world.ids.olga}`;
      await world.here('PUT', path, world.tokens.anna, { userId: world.ids.olga, role: 'LEADER' });
      await world.here('DELETE', path, world.tokens.anna);
      await world.here('POST', `/api/groups/${id}/members`, world.tokens.anna, {
        userId: world.ids.olga,
        role: 'OBSERVER',
      });
      await world.here('DELETE', `/api/groups/${id}`, world.tokens.anna);
    });
    const [group, olga] = [`group/${id}`, `user/${world.ids.olga}`];
    const names = { name: 'Płace', nameBefore: 'Kadry', parentGroupId: null, parentGroupIdBefore: null };
    expect(
      made.map(({ subject_type, subject_id, event, details }) => [
        event,
        `${subject_type}/${subject_id}`,
        details,
      ]),
    ).toEqual([
      ['group.create', group, { name: 'Kadry', parentGroupId: null }],
      ['group.change', group, names],
      ['group-member.add', olga, { groupId: id, role: 'MEMBER' }],
      ['group-member.change', olga, { groupId: id, role: 'LEADER', roleBefore: 'MEMBER' }],
      ['group-member.remove', olga, { groupId: id, roleBefore: 'LEADER' }],
      ['group-member.add', olga, { groupId: id, role: 'OBSERVER' }],
      ['group-member.remove', olga, { groupId: id, roleBefore: 'OBSERVER' }],
      ['group.delete', group, { name: 'Płace' }],
    ]);
  });

  it('records organizations in their own log, with the ended sessions', async () => {
    let id = 0;
    let session = '';
    const written = await world.writtenBy(async () => {
      const body = { name: 'Initech', codeName: 'initech' };
      id = (await world.call('POST', '/api/organizations', world.tokens.superAtMain, body)).body.id;
      await world.call('PUT', `/api/organizations/${id}`, world.tokens.superAtMain, {
        ...body,
        codeName: 'initech2',
      });
      session = sessionOf(await world.identity.signIn('super', { id, code: 'initech2' }));
      await world.call('DELETE', `/api/organizations/${id}`, world.tokens.superAtMain);
    });
    expect(written.map(({ event, organization_id, details }) => [event, organization_id, details])).toEqual([
      ['organization.create', id, { name: 'Initech', codeName: 'initech' }],
      [
        'organization.change',
        id,
        { name: 'Initech', nameBefore: 'Initech', codeName: 'initech2', codeNameBefore: 'initech' },
      ],
      ['sign-in', id, { by: 'password' }],
      ['session.revoke', id, { reason: 'organization.delete', userId: world.ids.super, organizationId: id }],
      ['organization.delete', id, { name: 'Initech', codeName: 'initech2' }],
    ]);
    expect(written[3]?.subject_id).toBe(session);
  });
});
