import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AttacksWorld, startAttacksWorld } from './attacks-world';
import { password } from './identity-service';

let world: AttacksWorld;
beforeAll(async () => {
  world = await startAttacksWorld();
});
afterAll(() => world.identity.close());
beforeEach(() => world.resetSendLimits());

describe('mass assignment in the body', () => {
  const extra = { id: 1, is_super_admin: true, isSuperAdmin: true, password_hash: 'x', created_at: 0 };

  it('of an invitation grants no further roles', async () => {
    const email = 'przydzial@obieg.test';
    const body = {
      email,
      roles: ['REPORTER'],
      ...extra,
      systemRoles: ['SUPER_ADMIN'],
      permissions: ['MANAGE_SUSER'],
      organization_id: world.globex.id,
      userOrganizationRoles: [{ organization: { name: 'x' }, role: { name: 'SUPER_ADMIN' } }],
    };
    expect((await world.here('POST', '/api/admin/invite-user', world.tokens.anna, body)).status).toBe(200);
    const row = await world.identity.db.knex('users').where({ email }).first();
    expect(row).toMatchObject({ is_super_admin: false, password_hash: null });
    expect(row.id).not.toBe(1);
    const shown = await world.identity.request('GET', `/api/users/${row.id}`, {
      organization: world.acme,
      token: await world.identity.signIn('super', world.acme),
    });
    expect(shown.body.userOrganizationRoles).toEqual([
      { organization: { name: 'Organizacja acme' }, role: { name: 'REPORTER' } },
    ]);
  });

  it('of a password, role, member or organization change affects only the target', async () => {
    const token = await world.invite('haslo@obieg.test');
    const set = await world.here('POST', '/api/auth/set-password', undefined, {
      token,
      password: 'nowe-haslo',
      ...extra,
      userId: world.ids.anna,
      email: 'anna@obieg.test',
      organizationId: world.globex.id,
    });
    expect(set.body).toMatchObject({ email: 'haslo@obieg.test' });
    expect(await world.identity.signIn('anna', world.acme)).toEqual(expect.any(String));
    const { id } = set.body;
    const aimed = { ...extra, userId: world.ids.greta, organizationId: world.globex.id };
    await world.here('PUT', `/api/users/${id}/roles`, world.tokens.anna, { roles: ['OPERATOR'], ...aimed });
    expect((await world.here('GET', `/api/users/${id}`, world.tokens.anna)).body.roles).toEqual(['OPERATOR']);
    const group = (
      await world.here('POST', '/api/groups', world.tokens.anna, { name: 'Grupa', ...aimed, createdAt: 0 })
    ).body;
    const place = `/api/groups/${group.id}/members`;
    await world.here('POST', place, world.tokens.anna, { ...aimed, userId: id, groupId: 1, joinedAt: 0 });
    await world.here('PUT', `${place}/${id}`, world.tokens.anna, { role: 'LEADER', ...aimed });
    expect((await world.here('GET', place, world.tokens.anna)).body).toEqual([
      expect.objectContaining({ userId: id, role: 'LEADER' }),
    ]);
    const made = await world.identity.request('POST', '/api/organizations', {
      token: world.tokens.superAtMain,
      body: { name: 'Firma', codeName: 'przydzial', ...extra, createdAt: 0, deletedAt: 0 },
    });
    expect(made.body.id).not.toBe(1);
    const me = await world.here('GET', '/api/auth/me', set.body.token);
    expect(me.status).toBe(200);
  });
});

describe('an invalid e-mail address', () => {
  const lines = ['jan@acme.test\r\nBcc: ofiara@x.test', 'jan@acme.test\nofiara@x.test', 'a@b.test,c@d.test'];
  const shapes = [['a@b.test'], { $ne: null }, { email: 'a@b.test' }, 7, true, null, undefined, '', [], {}];
  const calls = [
    ['/api/auth/check-login-methods', {}],
    ['/api/auth/signin', { password }],
    ['/api/email-verification/send-code', {}],
    ['/api/admin/invite-user', { roles: ['MEMBER'] }],
  ] as const;
  it.each(calls)('is refused by %s if it is not a string', async (path, more) => {
    for (const email of shapes)
      expect([email, (await world.here('POST', path, world.tokens.anna, { ...more, email })).status]).toEqual(
        [email, 422],
      );
  });

  it.each(calls)('is refused before a mail or account is created: %s', async (path, more) => {
    const mailed = () =>
      world.identity.db.knex('mail_queue').whereNot('recipient', '').count('* as count').first();
    const users = () => world.identity.db.knex('users').count('* as count').first();
    const before = [await mailed(), await users()];
    for (const email of lines) {
      const { status, body } = await world.here('POST', path, world.tokens.anna, { ...more, email });
      expect(status).toBeLessThan(500);
      if (path.endsWith('check-login-methods')) expect(body.userExists).toBe(false);
      if (path.endsWith('invite-user')) expect(status).toBe(422);
    }
    expect([await mailed(), await users()]).toEqual(before);
  });
});

describe('links in mails', () => {
  it('use only the configuration, never the request', async () => {
    const poison = {
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-server': 'evil.test',
      'x-original-host': 'evil.test',
      forwarded: 'host=evil.test;proto=http',
      origin: 'https://evil.test',
      referer: 'https://evil.test/',
      host: 'evil.test',
    };
    const email = 'zatruta@obieg.test';
    await world.here(
      'POST',
      '/api/admin/invite-user',
      world.tokens.anna,
      { email, roles: ['MEMBER'] },
      poison,
    );
    const mail = await world.identity.db.knex('mail_queue').where({ recipient: email }).first();
    expect(mail.body_text).toContain('http://acme.obieg.localhost:8080/set-password?token=');
    const { body } = await world.identity.request('POST', '/api/auth/hand-over', {
      token: world.tokens.superAtMain,
      body: { organizationId: world.acme.id },
      headers: poison,
    });
    expect(body.address).toMatch(/^http:\/\/acme\.obieg\.localhost:8080\/login#code=/);
    expect(JSON.stringify(mail) + body.address).not.toContain('evil');
  });
});

describe('privilege escalation', () => {
  it.each([
    ['wiktor', ['ORG_ADMIN'], 403],
    ['olga', ['OPERATOR'], 403],
    ['anna', ['SUPER_ADMIN'], 403],
    ['anna', ['MEMBER', 'SUPER_ADMIN'], 403],
    ['anna', ['MANAGE_SUSER'], 422],
    ['anna', ['org_admin'], 422],
  ] as const)('by an invitation of %s with %j', async (who, roles, status) => {
    const email = `${who}@obieg.test`;
    const answer = await world.here('POST', '/api/admin/invite-user', world.tokens[who], { email, roles });
    expect(answer.status).toBe(status);
    const permissions = (await world.here('GET', '/api/permissions/check', world.tokens[who])).body;
    expect(permissions).toMatchObject({
      canManageUsers: who === 'anna',
      canManageAllUsers: false,
      canManageOrganizations: false,
    });
  });

  it('an administrator cannot reach another organization', async () => {
    const body = { email: 'anna@obieg.test', roles: ['ORG_ADMIN'], organizationId: world.globex.id };
    expect((await world.here('POST', '/api/admin/invite-user', world.tokens.anna, body)).status).toBe(403);
    const roles = { roles: ['REPORTER'] };
    expect(
      (await world.here('PUT', `/api/users/${world.ids.greta}/roles`, world.tokens.anna, roles)).status,
    ).toBe(404);
  });
});
