import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type SecurityLogFixture,
  sessionOf,
  startSecurityLogFixture,
  summarize,
} from './security-log-fixture';

let fixture: SecurityLogFixture;
beforeAll(async () => {
  fixture = await startSecurityLogFixture();
});
afterAll(() => fixture.identity.close());

describe('the security log of rejected requests', () => {
  it.each([
    ['POST', '/api/admin/invite-user', { email: 'x@y.test', roles: ['MEMBER'] }, 'invitation.send'],
    ['PUT', '/api/users/7/roles', { roles: ['ORG_ADMIN'] }, 'roles.change'],
    ['DELETE', '/api/users/7', undefined, 'member.remove'],
    ['POST', '/api/users/7/invitation', undefined, 'invitation.resend'],
    ['DELETE', '/api/users/7/invitation', undefined, 'invitation.withdraw'],
    ['POST', '/api/groups', { name: 'Nowa' }, 'group.create'],
    ['PUT', '/api/groups/7', { name: 'Nowa' }, 'group.change'],
    ['DELETE', '/api/groups/7', undefined, 'group.delete'],
    ['POST', '/api/organizations', { name: 'X', codeName: 'x' }, 'organization.create'],
    ['PUT', '/api/organizations/7', { name: 'X', codeName: 'x' }, 'organization.change'],
    ['DELETE', '/api/organizations/7', undefined, 'organization.delete'],
    ['GET', '/api/users', undefined, 'access'],
  ])('records %s %s without the permission', async (method, path, body, event) => {
    const [entry, ...more] = await fixture.recordEntries(async () =>
      expect((await fixture.callAcme(method, path, fixture.tokens.olga, body)).status).toBe(403),
    );
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      event,
      outcome: 'refused',
      actor_id: fixture.ids.olga,
      session_id: sessionOf(fixture.tokens.olga),
      organization_id: fixture.acme.id,
      subject_id: path.includes('/7') ? '7' : null,
      details: { reason: 'FORBIDDEN' },
    });
  });

  it('records the member and the group of a change to group members', async () => {
    const { id } = (await fixture.callAcme('POST', '/api/groups', fixture.tokens.anna, { name: 'Obca' }))
      .body;
    const [entry] = await fixture.recordEntries(() =>
      fixture.callAcme('POST', `/api/groups/${id}/members`, fixture.tokens.olga, {
        userId: fixture.ids.anna,
        role: 'LEADER',
      }),
    );
    expect(entry && summarize(entry)).toEqual({
      event: 'group-member.add',
      outcome: 'refused',
      on: `user/${fixture.ids.anna}`,
      details: { groupId: id, role: 'LEADER', reason: 'FORBIDDEN' },
    });
  });

  it('records forbidden roles, removals of the last administrator and references to other organizations', async () => {
    const invitation = { email: 'eskalacja@acme.test', roles: ['SUPER_ADMIN'] };
    const entries = await fixture.recordEntries(async () => {
      await fixture.callAcme('POST', '/api/admin/invite-user', fixture.tokens.anna, invitation);
      await fixture.callAcme('PUT', `/api/users/${fixture.ids.anna}/roles`, fixture.tokens.anna, {
        roles: ['MEMBER'],
      });
      await fixture.callAcme('DELETE', `/api/users/${fixture.ids.anna}`, fixture.tokens.anna);
      await fixture.callAcme('POST', '/api/admin/invite-user', fixture.tokens.anna, {
        email: 'anna@obieg.test',
        roles: ['MEMBER'],
      });
      await fixture.callAcme('DELETE', `/api/users/${fixture.ids.greta}`, fixture.tokens.anna);
      await fixture.callAcme('POST', '/api/auth/hand-over', fixture.tokens.olga, {
        organizationId: fixture.globex.id,
      });
    });
    expect(entries.map(summarize)).toEqual([
      {
        event: 'invitation.send',
        outcome: 'refused',
        on: 'null/null',
        details: { login: 'e***@acme.test', roles: ['SUPER_ADMIN'], reason: 'FORBIDDEN' },
      },
      {
        event: 'roles.change',
        outcome: 'refused',
        on: `user/${fixture.ids.anna}`,
        details: { roles: ['MEMBER'], reason: 'LAST_ADMIN' },
      },
      {
        event: 'member.remove',
        outcome: 'refused',
        on: `user/${fixture.ids.anna}`,
        details: { reason: 'LAST_ADMIN' },
      },
      {
        event: 'invitation.send',
        outcome: 'refused',
        on: 'null/null',
        details: { login: 'a***@obieg.test', roles: ['MEMBER'], reason: 'LAST_ADMIN' },
      },
      {
        event: 'member.remove',
        outcome: 'refused',
        on: `user/${fixture.ids.greta}`,
        details: { reason: 'NOT_FOUND' },
      },
      {
        event: 'hand-over.issue',
        outcome: 'refused',
        on: `organization/${fixture.globex.id}`,
        details: { reason: 'NOT_FOUND' },
      },
    ]);
  });
});
