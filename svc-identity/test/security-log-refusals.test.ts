import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brief, type SecurityLogWorld, sessionOf, startSecurityLogWorld } from './security-log-world';

let world: SecurityLogWorld;
beforeAll(async () => {
  world = await startSecurityLogWorld();
});
afterAll(() => world.identity.close());

describe('security log, refusals', () => {
  it.each([
    ['POST', '/api/admin/invite-user', { email: 'x@y.test', roles: ['MEMBER'] }, 'invitation.send'],
    ['PUT', '/api/users/7/roles', { roles: ['ORG_ADMIN'] }, 'roles.change'],
    ['DELETE', '/api/users/7', undefined, 'member.remove'],
    ['POST', '/api/groups', { name: 'Nowa' }, 'group.create'],
    ['PUT', '/api/groups/7', { name: 'Nowa' }, 'group.change'],
    ['DELETE', '/api/groups/7', undefined, 'group.delete'],
    ['POST', '/api/organizations', { name: 'X', codeName: 'x' }, 'organization.create'],
    ['PUT', '/api/organizations/7', { name: 'X', codeName: 'x' }, 'organization.change'],
    ['DELETE', '/api/organizations/7', undefined, 'organization.delete'],
    ['GET', '/api/users', undefined, 'access'],
  ])('of %s %s are recorded', async (method, path, body, event) => {
    const [entry, ...more] = await world.writtenBy(async () =>
      expect((await world.here(method, path, world.tokens.olga, body)).status).toBe(403),
    );
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      event,
      outcome: 'refused',
      actor_id: world.ids.olga,
      session_id: sessionOf(world.tokens.olga),
      organization_id: world.acme.id,
      subject_id: path.includes('/7') ? '7' : null,
      details: { reason: 'FORBIDDEN' },
    });
  });

  it("of another group's leader are recorded with member and group", async () => {
    const { id } = (await world.here('POST', '/api/groups', world.tokens.anna, { name: 'Obca' })).body;
    const [entry] = await world.writtenBy(() =>
      world.here('POST', `/api/groups/${id}/members`, world.tokens.olga, {
        userId: world.ids.anna,
        role: 'LEADER',
      }),
    );
    expect(entry && brief(entry)).toEqual({
      event: 'group-member.add',
      outcome: 'refused',
      on: `user/${world.ids.anna}`,
      details: { groupId: id, role: 'LEADER', reason: 'FORBIDDEN' },
    });
  });

  it('of grants, of removing the last administrator and of other organizations are recorded', async () => {
    const invitation = { email: 'eskalacja@acme.test', roles: ['SUPER_ADMIN'] };
    const written = await world.writtenBy(async () => {
      await world.here('POST', '/api/admin/invite-user', world.tokens.anna, invitation);
      await world.here('PUT', `/api/users/${world.ids.anna}/roles`, world.tokens.anna, { roles: ['MEMBER'] });
      await world.here('DELETE', `/api/users/${world.ids.anna}`, world.tokens.anna);
      await world.here('POST', '/api/admin/invite-user', world.tokens.anna, {
        email: 'anna@obieg.test',
        roles: ['MEMBER'],
      });
      await world.here('DELETE', `/api/users/${world.ids.greta}`, world.tokens.anna);
      await world.here('POST', '/api/auth/hand-over', world.tokens.olga, { organizationId: world.globex.id });
    });
    expect(written.map(brief)).toEqual([
      {
        event: 'invitation.send',
        outcome: 'refused',
        on: 'null/null',
        details: { login: 'e***@acme.test', roles: ['SUPER_ADMIN'], reason: 'FORBIDDEN' },
      },
      {
        event: 'roles.change',
        outcome: 'refused',
        on: `user/${world.ids.anna}`,
        details: { roles: ['MEMBER'], reason: 'LAST_ADMIN' },
      },
      {
        event: 'member.remove',
        outcome: 'refused',
        on: `user/${world.ids.anna}`,
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
        on: `user/${world.ids.greta}`,
        details: { reason: 'NOT_FOUND' },
      },
      {
        event: 'hand-over.issue',
        outcome: 'refused',
        on: `organization/${world.globex.id}`,
        details: { reason: 'NOT_FOUND' },
      },
    ]);
  });
});
