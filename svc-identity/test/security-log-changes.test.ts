import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SecurityLogFixture, sessionOf, startSecurityLogFixture } from './security-log-fixture';

let fixture: SecurityLogFixture;
beforeAll(async () => {
  fixture = await startSecurityLogFixture();
});
afterAll(() => fixture.identity.close());

describe('the security log of members', () => {
  it('records invitations, role changes and removals', async () => {
    const body = { email: 'nowa@acme.test', roles: ['MEMBER'] };
    const invited = await fixture.recordEntries(() =>
      fixture.callAcme('POST', '/api/admin/invite-user', fixture.tokens.anna, body),
    );
    expect(invited.map(({ event, details }) => [event, details])).toEqual([
      ['account.create', {}],
      ['roles.change', { roles: ['MEMBER'], rolesBefore: [] }],
      ['invitation.send', { roles: ['MEMBER'] }],
    ]);
    const id = Number(invited[2]?.subject_id);
    for (const entry of invited)
      expect(entry).toMatchObject({
        actor_id: fixture.ids.anna,
        session_id: sessionOf(fixture.tokens.anna),
        subject_id: String(id),
        organization_id: fixture.acme.id,
      });
    const invitedAgain = await fixture.recordEntries(() =>
      fixture.callAcme('POST', '/api/admin/invite-user', fixture.tokens.anna, {
        ...body,
        roles: ['OPERATOR'],
        replacedRoles: ['MEMBER'],
      }),
    );
    expect(invitedAgain.map(({ event, details }) => [event, details])).toEqual([
      ['roles.change', { roles: ['OPERATOR'], rolesBefore: ['MEMBER'] }],
      ['invitation.send', { roles: ['OPERATOR'] }],
    ]);
    const changed = await fixture.recordEntries(() =>
      fixture.callAcme('PUT', `/api/users/${id}/roles`, fixture.tokens.anna, { roles: ['REPORTER'] }),
    );
    expect(changed.map(({ event, details }) => [event, details])).toEqual([
      ['roles.change', { roles: ['REPORTER'], rolesBefore: ['OPERATOR'] }],
    ]);
    const removed = await fixture.recordEntries(() =>
      fixture.callAcme('DELETE', `/api/users/${id}`, fixture.tokens.anna),
    );
    expect(removed.map(({ event, details }) => [event, details])).toEqual([
      ['roles.change', { roles: [], rolesBefore: ['REPORTER'] }],
      ['member.remove', { rolesBefore: ['REPORTER'] }],
    ]);
  });

  it('records a change from the main domain in the log of the changed organization', async () => {
    const entries = await fixture.recordEntries(() =>
      fixture.call('POST', '/api/admin/invite-user', fixture.tokens.superOnMainDomain, {
        email: 'zdalna@globex.test',
        roles: ['MEMBER'],
        organizationId: fixture.globex.id,
      }),
    );
    expect(entries.map(({ organization_id }) => organization_id)).toEqual(Array(3).fill(fixture.globex.id));
  });
});

describe('the security log of groups and organizations', () => {
  it('records creation, change, deletion and members of a group', async () => {
    let id = 0;
    const entries = await fixture.recordEntries(async () => {
      id = (await fixture.callAcme('POST', '/api/groups', fixture.tokens.anna, { name: 'Kadry' })).body.id;
      await fixture.callAcme('PUT', `/api/groups/${id}`, fixture.tokens.anna, { name: 'Płace' });
      await fixture.callAcme('POST', `/api/groups/${id}/members`, fixture.tokens.anna, {
        userId: fixture.ids.olga,
      });
      const path = `/api/groups/${id}/members/${fixture.ids.olga}`;
      await fixture.callAcme('PUT', path, fixture.tokens.anna, { userId: fixture.ids.olga, role: 'LEADER' });
      await fixture.callAcme('DELETE', path, fixture.tokens.anna);
      await fixture.callAcme('POST', `/api/groups/${id}/members`, fixture.tokens.anna, {
        userId: fixture.ids.olga,
        role: 'OBSERVER',
      });
      await fixture.callAcme('DELETE', `/api/groups/${id}`, fixture.tokens.anna);
    });
    const [group, olga] = [`group/${id}`, `user/${fixture.ids.olga}`];
    const names = { name: 'Płace', nameBefore: 'Kadry', parentGroupId: null, parentGroupIdBefore: null };
    expect(
      entries.map(({ subject_type, subject_id, event, details }) => [
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

  it('records changes to an organization and the ended sessions in its own log', async () => {
    let id = 0;
    let session = '';
    const entries = await fixture.recordEntries(async () => {
      const body = { name: 'Initech', codeName: 'initech' };
      id = (await fixture.call('POST', '/api/organizations', fixture.tokens.superOnMainDomain, body)).body.id;
      await fixture.call('PUT', `/api/organizations/${id}`, fixture.tokens.superOnMainDomain, {
        ...body,
        codeName: 'initech2',
        timeZone: 'UTC',
      });
      session = sessionOf(await fixture.identity.signIn('super', { id, code: 'initech2' }));
      await fixture.call('DELETE', `/api/organizations/${id}`, fixture.tokens.superOnMainDomain);
    });
    expect(entries.map(({ event, organization_id, details }) => [event, organization_id, details])).toEqual([
      ['organization.create', id, { name: 'Initech', codeName: 'initech', timeZone: 'Europe/Warsaw' }],
      [
        'organization.change',
        id,
        {
          name: 'Initech',
          nameBefore: 'Initech',
          codeName: 'initech2',
          codeNameBefore: 'initech',
          timeZone: 'UTC',
          timeZoneBefore: 'Europe/Warsaw',
        },
      ],
      ['sign-in', id, { by: 'password' }],
      [
        'session.revoke',
        id,
        { reason: 'organization.delete', userId: fixture.ids.super, organizationId: id },
      ],
      ['organization.delete', id, { name: 'Initech', codeName: 'initech2' }],
    ]);
    expect(entries[3]?.subject_id).toBe(session);
  });
});
