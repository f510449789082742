import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AttackFixture, startAttackFixture } from './attack-fixture';
import { password } from './identity-service';

let fixture: AttackFixture;
beforeAll(async () => {
  fixture = await startAttackFixture();
});
afterAll(() => fixture.identity.close());
beforeEach(() => fixture.resetSendLimits());

describe('mass assignment in a request body', () => {
  const extra = { id: 1, is_super_admin: true, isSuperAdmin: true, password_hash: 'x', created_at: 0 };

  it('of an invitation grants no further roles', async () => {
    const email = 'przydzial@obieg.test';
    const body = {
      email,
      roles: ['REPORTER'],
      ...extra,
      systemRoles: ['SUPER_ADMIN'],
      permissions: ['MANAGE_SUSER'],
      organization_id: fixture.globex.id,
      userOrganizationRoles: [{ organization: { name: 'x' }, role: { name: 'SUPER_ADMIN' } }],
    };
    expect((await fixture.callAcme('POST', '/api/admin/invite-user', fixture.tokens.anna, body)).status).toBe(
      200,
    );
    const row = await fixture.identity.db.knex('users').where({ email }).first();
    expect(row).toMatchObject({ is_super_admin: false, password_hash: null });
    expect(row.id).not.toBe(1);
    const shown = await fixture.identity.request('GET', `/api/users/${row.id}`, {
      organization: fixture.acme,
      token: await fixture.identity.signIn('super', fixture.acme),
    });
    expect(shown.body.userOrganizationRoles).toEqual([
      { organization: { name: 'Organizacja acme' }, role: { name: 'REPORTER' } },
    ]);
  });

  it('of a password, role, member or organization change affects only the target', async () => {
    const token = await fixture.invite('haslo@obieg.test');
    const set = await fixture.callAcme('POST', '/api/auth/set-password', undefined, {
      token,
      password: 'nowe-haslo',
      ...extra,
      userId: fixture.ids.anna,
      email: 'anna@obieg.test',
      organizationId: fixture.globex.id,
    });
    expect(set.body).toMatchObject({ email: 'haslo@obieg.test' });
    expect(await fixture.identity.signIn('anna', fixture.acme)).toEqual(expect.any(String));
    const { id } = set.body;
    const globexFields = { ...extra, userId: fixture.ids.greta, organizationId: fixture.globex.id };
    await fixture.callAcme('PUT', `/api/users/${id}/roles`, fixture.tokens.anna, {
      roles: ['OPERATOR'],
      ...globexFields,
    });
    expect((await fixture.callAcme('GET', `/api/users/${id}`, fixture.tokens.anna)).body.roles).toEqual([
      'OPERATOR',
    ]);
    const group = (
      await fixture.callAcme('POST', '/api/groups', fixture.tokens.anna, {
        name: 'Grupa',
        ...globexFields,
        createdAt: 0,
      })
    ).body;
    const membersPath = `/api/groups/${group.id}/members`;
    await fixture.callAcme('POST', membersPath, fixture.tokens.anna, {
      ...globexFields,
      userId: id,
      groupId: 1,
      joinedAt: 0,
    });
    await fixture.callAcme('PUT', `${membersPath}/${id}`, fixture.tokens.anna, {
      role: 'LEADER',
      ...globexFields,
    });
    expect((await fixture.callAcme('GET', membersPath, fixture.tokens.anna)).body).toEqual([
      expect.objectContaining({ userId: id, role: 'LEADER' }),
    ]);
    const created = await fixture.identity.request('POST', '/api/organizations', {
      token: fixture.tokens.superOnMainDomain,
      body: { name: 'Firma', codeName: 'przydzial', ...extra, createdAt: 0, deletedAt: 0 },
    });
    expect(created.body.id).not.toBe(1);
    const me = await fixture.callAcme('GET', '/api/auth/me', set.body.token);
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
  it.each(calls)('is rejected by %s if it is not a string', async (path, more) => {
    for (const email of shapes)
      expect([
        email,
        (await fixture.callAcme('POST', path, fixture.tokens.anna, { ...more, email })).status,
      ]).toEqual([email, 422]);
  });

  it.each(calls)('creates neither a mail nor an account: %s', async (path, more) => {
    const countMails = () =>
      fixture.identity.db.knex('mail_queue').whereNot('recipient', '').count('* as count').first();
    const countUsers = () => fixture.identity.db.knex('users').count('* as count').first();
    const before = [await countMails(), await countUsers()];
    for (const email of lines) {
      const { status, body } = await fixture.callAcme('POST', path, fixture.tokens.anna, { ...more, email });
      expect(status).toBeLessThan(500);
      if (path.endsWith('check-login-methods')) expect(body.userExists).toBe(false);
      if (path.endsWith('invite-user')) expect(status).toBe(422);
    }
    expect([await countMails(), await countUsers()]).toEqual(before);
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
    await fixture.callAcme(
      'POST',
      '/api/admin/invite-user',
      fixture.tokens.anna,
      { email, roles: ['MEMBER'] },
      poison,
    );
    const mail = await fixture.identity.db.knex('mail_queue').where({ recipient: email }).first();
    expect(mail.body_text).toContain('http://acme.obieg.localhost:8080/set-password?token=');
    const { body } = await fixture.identity.request('POST', '/api/auth/hand-over', {
      token: fixture.tokens.superOnMainDomain,
      body: { organizationId: fixture.acme.id },
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
  ] as const)(
    'is impossible when %s invites themselves with the roles %j',
    async (username, roles, status) => {
      const email = `${username}@obieg.test`;
      const response = await fixture.callAcme('POST', '/api/admin/invite-user', fixture.tokens[username], {
        email,
        roles,
      });
      expect(response.status).toBe(status);
      const permissions = (await fixture.callAcme('GET', '/api/permissions/check', fixture.tokens[username]))
        .body;
      expect(permissions).toMatchObject({
        canManageUsers: username === 'anna',
        canManageAllUsers: false,
        canManageOrganizations: false,
      });
    },
  );

  it('is impossible for an administrator in another organization', async () => {
    const body = { email: 'anna@obieg.test', roles: ['ORG_ADMIN'], organizationId: fixture.globex.id };
    expect((await fixture.callAcme('POST', '/api/admin/invite-user', fixture.tokens.anna, body)).status).toBe(
      403,
    );
    const roles = { roles: ['REPORTER'] };
    expect(
      (await fixture.callAcme('PUT', `/api/users/${fixture.ids.greta}/roles`, fixture.tokens.anna, roles))
        .status,
    ).toBe(404);
  });
});
