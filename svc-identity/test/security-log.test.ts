import { createLog, withEveryOrganization, withOrganization, withTransaction } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorOrigin } from '../src/security-log/origin';
import { recordSecurity } from '../src/security-log/security-log';
import { type Identity, password, startIdentity } from './identity-service';

interface Entry {
  id: number;
  event: string;
  outcome: string;
  organization_id: number | null;
  actor_id: number | null;
  session_id: string | null;
  subject_type: string | null;
  subject_id: string | null;
  ip: string | null;
  request_id: string | null;
  details: Record<string, unknown>;
}

let identity: Identity;
let acme: { id: number; code: string };
let globex: { id: number; code: string };
let ids: Record<'anna' | 'olga' | 'greta' | 'super', number>;
let tokens: Record<'anna' | 'olga' | 'superAtMain', string>;
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  globex = await identity.addOrganization('globex');
  const add = (name: string, at: typeof acme, role: 'ORG_ADMIN' | 'OPERATOR') =>
    identity.addMember(at.id, name, [role]);
  ids = {
    anna: await add('anna', acme, 'ORG_ADMIN'),
    olga: await add('olga', acme, 'OPERATOR'),
    greta: await add('greta', globex, 'ORG_ADMIN'),
    super: (await identity.db.knex('users').where({ username: 'super' }).first('id')).id,
  };
  tokens = {
    anna: await identity.signIn('anna', acme),
    olga: await identity.signIn('olga', acme),
    superAtMain: await identity.signIn('super'),
  };
});
afterAll(() => identity.close());

const entries = (): Promise<Entry[]> =>
  withEveryOrganization(identity.db, (tx) => tx('security_log').orderBy('id'));
/** What the work has left behind: rows, and the same as lines of the log. */
const writtenBy = async (work: () => Promise<unknown>): Promise<Entry[]> => {
  const [rowsBefore, linesBefore] = [(await entries()).length, identity.lines.length];
  await work();
  const rows = (await entries()).slice(rowsBefore);
  const lines = identity.lines
    .slice(linesBefore)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'security')
    .map(({ security }) => security);
  expect(lines).toEqual(rows.map(({ id, happened_at, ...row }: Entry & { happened_at?: Date }) => row));
  return rows;
};
const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;
const call = (method: string, path: string, token?: string, body?: unknown, organization?: typeof acme) =>
  identity.request(method, path, {
    token,
    body,
    organization,
    headers: { 'x-forwarded-for': '198.51.100.7', 'x-request-id': 'request-of-a-test' },
  });
const here = (method: string, path: string, token?: string, body?: unknown) =>
  call(method, path, token, body, acme);
const brief = ({ event, outcome, subject_type, subject_id, details }: Entry) => ({
  event,
  outcome,
  on: `${subject_type}/${subject_id}`,
  details,
});
const mailedTo = async (recipient: string): Promise<string> =>
  (await identity.db.knex('mail_queue').where({ recipient }).orderBy('id', 'desc').first()).body_text;

describe('the table', () => {
  it('is added to and read, and never changed, by the role of the application', async () => {
    await here('POST', '/api/auth/signin', undefined, { email: 'olga', password });
    for (const work of [
      (sql: string) => identity.db.knex.raw(sql),
      (sql: string) => withOrganization(identity.db, acme.id, (tx) => tx.raw(sql)),
      (sql: string) => withEveryOrganization(identity.db, (tx) => tx.raw(sql)),
    ]) {
      for (const sql of [
        `update security_log set outcome = 'done'`,
        'delete from security_log',
        'truncate security_log',
        'drop table security_log',
        'alter table security_log disable row level security',
        `insert into security_log (event, outcome, details) values ('access', 'done', '{}')
         on conflict (id) do update set event = 'sign-in'`,
      ])
        await expect(work(sql)).rejects.toThrow(/permission denied|must be owner/);
    }
  });

  it('shows an organization its own entries, and nobody those of the main domain', async () => {
    await call('POST', '/api/auth/signin', undefined, { email: 'super', password: 'guess' });
    const organizationsSeen = async (at: typeof acme): Promise<(number | null)[]> =>
      withOrganization(identity.db, at.id, (tx) => tx('security_log').distinct().pluck('organization_id'));
    expect(await organizationsSeen(acme)).toEqual([acme.id]);
    expect(await organizationsSeen(globex)).toEqual([globex.id]);
    expect(await withTransaction(identity.db, (tx) => tx('security_log'))).toEqual([]);
    expect((await entries()).some(({ organization_id }) => organization_id === null)).toBe(true);
  });

  it('takes no entry for another organization', async () => {
    const write = (scope: number, organizationId: number | null) =>
      withOrganization(identity.db, scope, (tx) =>
        recordSecurity(tx, operatorOrigin(createLog('test', 'silent')), { event: 'access', organizationId }),
      );
    await expect(write(acme.id, globex.id)).rejects.toThrow('row-level security');
    await write(acme.id, null);
  });

  it('is protected by forced row-level security', async () => {
    const { rows } = await identity.db.knex.raw(
      `select relrowsecurity, relforcerowsecurity from pg_class where relname = 'security_log'`,
    );
    expect(rows).toEqual([{ relrowsecurity: true, relforcerowsecurity: true }]);
  });
});

describe('sign-in', () => {
  it('says who came in, from where, by what, in which session', async () => {
    let token = '';
    const [entry, ...more] = await writtenBy(async () => {
      token = (await here('POST', '/api/auth/signin', undefined, { email: 'olga', password })).body.token;
    });
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      event: 'sign-in',
      outcome: 'done',
      organization_id: acme.id,
      actor_id: ids.olga,
      session_id: sessionOf(token),
      subject_type: 'user',
      subject_id: String(ids.olga),
      ip: '198.51.100.7',
      request_id: 'request-of-a-test',
      details: { by: 'password' },
    });
  });

  it('says what failed, with a masked name, and what was refused unseen', async () => {
    const known = await writtenBy(() =>
      here('POST', '/api/auth/signin', undefined, { email: 'olga@obieg.test', password: 'wrong' }),
    );
    expect(known.map(brief)).toEqual([
      {
        event: 'sign-in',
        outcome: 'refused',
        on: `user/${ids.olga}`,
        details: { reason: 'wrong-password', login: 'o***@obieg.test' },
      },
    ]);
    expect(known[0]).toMatchObject({ actor_id: null, session_id: null, organization_id: acme.id });
    const unknown = await writtenBy(() =>
      call('POST', '/api/auth/signin', undefined, { email: 'moje-tajne-haslo', password: 'wrong' }),
    );
    expect(unknown.map(brief)).toEqual([
      {
        event: 'sign-in',
        outcome: 'refused',
        on: 'null/null',
        details: { reason: 'wrong-password', login: '***' },
      },
    ]);
    expect(unknown[0]?.organization_id).toBeNull();
    const flood = await writtenBy(async () => {
      for (let count = 0; count < 11; count++)
        await here('POST', '/api/auth/signin', undefined, { email: 'x@y.test', password: 'wrong' });
    });
    expect(flood.map(({ details }) => details['reason'])).toEqual([
      ...Array(10).fill('wrong-password'),
      'rate-limited',
    ]);
  });

  it('and its end', async () => {
    const token = (await here('POST', '/api/auth/signin', undefined, { email: 'olga', password })).body.token;
    const written = await writtenBy(() => here('POST', '/api/auth/sign-out', token));
    expect(written.map(brief)).toEqual([
      { event: 'sign-out', outcome: 'done', on: `user/${ids.olga}`, details: {} },
      {
        event: 'session.revoke',
        outcome: 'done',
        on: `session/${sessionOf(token)}`,
        details: { reason: 'sign-out', userId: ids.olga, organizationId: acme.id },
      },
    ]);
    for (const entry of written)
      expect(entry).toMatchObject({
        actor_id: ids.olga,
        session_id: sessionOf(token),
        organization_id: acme.id,
      });
  });

  it('carried over from the main domain', async () => {
    let code = '';
    const issued = await writtenBy(async () => {
      const path = '/api/auth/hand-over';
      const { body } = await call('POST', path, tokens.superAtMain, { organizationId: acme.id });
      code = body.address.split('#code=')[1];
    });
    expect(issued).toMatchObject([
      {
        event: 'hand-over.issue',
        outcome: 'done',
        actor_id: ids.super,
        subject_type: 'organization',
        subject_id: String(acme.id),
        organization_id: acme.id,
      },
    ]);
    const exchanged = await writtenBy(() => here('POST', '/api/auth/exchange', undefined, { code }));
    expect(exchanged.map(brief)).toEqual([
      { event: 'hand-over.exchange', outcome: 'done', on: `user/${ids.super}`, details: {} },
      { event: 'sign-in', outcome: 'done', on: `user/${ids.super}`, details: { by: 'hand-over' } },
    ]);
    const again = await writtenBy(() => here('POST', '/api/auth/exchange', undefined, { code }));
    expect(again.map(brief)).toEqual([
      {
        event: 'hand-over.exchange',
        outcome: 'refused',
        on: 'null/null',
        details: { reason: 'INVALID_TOKEN' },
      },
    ]);
  });
});

describe('codes and passwords', () => {
  const send = (email: string) => here('POST', '/api/email-verification/send-code', undefined, { email });
  const verify = (token: string, code: string) =>
    here('POST', '/api/email-verification/verify-with-token', undefined, { token, code });

  it('are sent, refused, guessed, worn out and used up', async () => {
    let token = '';
    const sent = await writtenBy(async () => {
      token = (await send('olga@obieg.test')).body.token;
      await send('olga@obieg.test');
    });
    const login = 'o***@obieg.test';
    const on = `user/${ids.olga}`;
    expect(sent.map(brief)).toEqual([
      { event: 'code.send', outcome: 'done', on, details: { login } },
      { event: 'code.send', outcome: 'refused', on, details: { login, reason: 'rate-limited' } },
    ]);
    const code = /\b(\d{6})\b/.exec(await mailedTo('olga@obieg.test'))?.[1] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    const guessed = await writtenBy(async () => {
      for (let count = 0; count < 6; count++) await verify(token, wrong);
    });
    const refusal = (reason: string) => ({
      event: 'code.verify',
      outcome: 'refused',
      on,
      details: { login, reason },
    });
    expect(guessed.map(brief)).toEqual([...Array(5).fill(refusal('wrong-code')), refusal('worn-out')]);
    const unknown = await writtenBy(() => verify('x'.repeat(43), '123456'));
    expect(unknown[0]?.details).toEqual({ reason: 'unknown-token' });
  });

  it('make a stranger a member with a password', async () => {
    const { token } = (await send('obca@poczta.test')).body;
    const code = /\b(\d{6})\b/.exec(await mailedTo('obca@poczta.test'))?.[1] ?? '';
    const verified = await writtenBy(() => verify(token, code));
    expect(verified.map(({ event, outcome }) => [event, outcome])).toEqual(
      ['account.create', 'roles.change', 'email.verify', 'code.verify', 'sign-in'].map((event) => [
        event,
        'done',
      ]),
    );
    expect(verified[1]).toMatchObject({ details: { roles: ['REPORTER'], rolesBefore: [] } });
    const session = verified[4]?.session_id;
    const set = await writtenBy(() =>
      here('POST', '/api/auth/set-password', undefined, { token, password: 'zupelnie-nowe' }),
    );
    expect(set.map(({ event, details }) => [event, details])).toEqual([
      ['password.set', { by: 'code' }],
      ['session.revoke', { reason: 'password.set', userId: verified[4]?.actor_id, organizationId: acme.id }],
      ['sign-in', { by: 'new-password' }],
    ]);
    expect(set[1]?.subject_id).toBe(session);
    const reused = await writtenBy(() =>
      here('POST', '/api/auth/set-password', undefined, { token, password: 'zupelnie-nowe' }),
    );
    expect(reused.map(brief)).toEqual([
      { event: 'password.set', outcome: 'refused', on: 'null/null', details: { reason: 'INVALID_TOKEN' } },
    ]);
  });
});

describe('members', () => {
  it('are invited, changed and removed', async () => {
    const body = { email: 'nowa@acme.test', roles: ['MEMBER'] };
    const invited = await writtenBy(() => here('POST', '/api/admin/invite-user', tokens.anna, body));
    expect(invited.map(({ event, details }) => [event, details])).toEqual([
      ['account.create', {}],
      ['roles.change', { roles: ['MEMBER'], rolesBefore: [] }],
      ['invitation.send', { roles: ['MEMBER'] }],
    ]);
    const id = Number(invited[2]?.subject_id);
    for (const entry of invited)
      expect(entry).toMatchObject({
        actor_id: ids.anna,
        session_id: sessionOf(tokens.anna),
        subject_id: String(id),
        organization_id: acme.id,
      });
    const again = await writtenBy(() =>
      here('POST', '/api/admin/invite-user', tokens.anna, { ...body, roles: ['OPERATOR'] }),
    );
    expect(again.map(({ event, details }) => [event, details])).toEqual([
      ['roles.change', { roles: ['OPERATOR'], rolesBefore: ['MEMBER'] }],
      ['invitation.send', { roles: ['OPERATOR'] }],
    ]);
    const changed = await writtenBy(() =>
      here('PUT', `/api/users/${id}/roles`, tokens.anna, { roles: ['REPORTER'] }),
    );
    expect(changed.map(({ event, details }) => [event, details])).toEqual([
      ['roles.change', { roles: ['REPORTER'], rolesBefore: ['OPERATOR'] }],
    ]);
    const removed = await writtenBy(() => here('DELETE', `/api/users/${id}`, tokens.anna));
    expect(removed.map(({ event, details }) => [event, details])).toEqual([
      ['roles.change', { roles: [], rolesBefore: ['REPORTER'] }],
      ['member.remove', { rolesBefore: ['REPORTER'] }],
    ]);
  });

  it('of another organization are written into its log', async () => {
    const written = await writtenBy(() =>
      call('POST', '/api/admin/invite-user', tokens.superAtMain, {
        email: 'zdalna@globex.test',
        roles: ['MEMBER'],
        organizationId: globex.id,
      }),
    );
    expect(written.map(({ organization_id }) => organization_id)).toEqual(Array(3).fill(globex.id));
  });
});

describe('groups and organizations', () => {
  it('are made, changed and deleted, members come and go', async () => {
    let id = 0;
    const made = await writtenBy(async () => {
      id = (await here('POST', '/api/groups', tokens.anna, { name: 'Kadry' })).body.id;
      await here('PUT', `/api/groups/${id}`, tokens.anna, { name: 'Płace' });
      await here('POST', `/api/groups/${id}/members`, tokens.anna, { userId: ids.olga });
      const path = `/api/groups/${id}/members/${ids.olga}`;
      await here('PUT', path, tokens.anna, { userId: ids.olga, role: 'LEADER' });
      await here('DELETE', path, tokens.anna);
      await here('POST', `/api/groups/${id}/members`, tokens.anna, { userId: ids.olga, role: 'OBSERVER' });
      await here('DELETE', `/api/groups/${id}`, tokens.anna);
    });
    const [group, olga] = [`group/${id}`, `user/${ids.olga}`];
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

  it('and organizations, each in its own log, with the sessions that end', async () => {
    let id = 0;
    let session = '';
    const written = await writtenBy(async () => {
      const body = { name: 'Initech', codeName: 'initech' };
      id = (await call('POST', '/api/organizations', tokens.superAtMain, body)).body.id;
      await call('PUT', `/api/organizations/${id}`, tokens.superAtMain, { ...body, codeName: 'initech2' });
      session = sessionOf(await identity.signIn('super', { id, code: 'initech2' }));
      await call('DELETE', `/api/organizations/${id}`, tokens.superAtMain);
    });
    expect(written.map(({ event, organization_id, details }) => [event, organization_id, details])).toEqual([
      ['organization.create', id, { name: 'Initech', codeName: 'initech' }],
      [
        'organization.change',
        id,
        { name: 'Initech', nameBefore: 'Initech', codeName: 'initech2', codeNameBefore: 'initech' },
      ],
      ['sign-in', id, { by: 'password' }],
      ['session.revoke', id, { reason: 'organization.delete', userId: ids.super, organizationId: id }],
      ['organization.delete', id, { name: 'Initech', codeName: 'initech2' }],
    ]);
    expect(written[3]?.subject_id).toBe(session);
  });
});

describe('refusals', () => {
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
  ])('of %s %s are written', async (method, path, body, event) => {
    const [entry, ...more] = await writtenBy(async () =>
      expect((await here(method, path, tokens.olga, body)).status).toBe(403),
    );
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      event,
      outcome: 'refused',
      actor_id: ids.olga,
      session_id: sessionOf(tokens.olga),
      organization_id: acme.id,
      subject_id: path.includes('/7') ? '7' : null,
      details: { reason: 'FORBIDDEN' },
    });
  });

  it('of a leader of another group are written, with the member and the group', async () => {
    const { id } = (await here('POST', '/api/groups', tokens.anna, { name: 'Obca' })).body;
    const [entry] = await writtenBy(() =>
      here('POST', `/api/groups/${id}/members`, tokens.olga, { userId: ids.anna, role: 'LEADER' }),
    );
    expect(entry && brief(entry)).toEqual({
      event: 'group-member.add',
      outcome: 'refused',
      on: `user/${ids.anna}`,
      details: { groupId: id, role: 'LEADER', reason: 'FORBIDDEN' },
    });
  });

  it('to grant, to leave an organization without administrator, to reach into another', async () => {
    const invitation = { email: 'eskalacja@acme.test', roles: ['SUPER_ADMIN'] };
    const written = await writtenBy(async () => {
      await here('POST', '/api/admin/invite-user', tokens.anna, invitation);
      await here('PUT', `/api/users/${ids.anna}/roles`, tokens.anna, { roles: ['MEMBER'] });
      await here('DELETE', `/api/users/${ids.anna}`, tokens.anna);
      await here('POST', '/api/admin/invite-user', tokens.anna, {
        email: 'anna@obieg.test',
        roles: ['MEMBER'],
      });
      await here('DELETE', `/api/users/${ids.greta}`, tokens.anna);
      await here('POST', '/api/auth/hand-over', tokens.olga, { organizationId: globex.id });
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
        on: `user/${ids.anna}`,
        details: { roles: ['MEMBER'], reason: 'LAST_ADMIN' },
      },
      {
        event: 'member.remove',
        outcome: 'refused',
        on: `user/${ids.anna}`,
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
        on: `user/${ids.greta}`,
        details: { reason: 'NOT_FOUND' },
      },
      {
        event: 'hand-over.issue',
        outcome: 'refused',
        on: `organization/${globex.id}`,
        details: { reason: 'NOT_FOUND' },
      },
    ]);
  });
});

describe('what was undone', () => {
  it('is said to be done nowhere', async () => {
    // The last step of the change fails: neither its row nor its line may stay.
    const written = await writtenBy(async () => {
      await identity.owner((knex) =>
        knex.raw(`create function refuse() returns trigger language plpgsql as
          $$ begin raise exception 'no'; end $$;
          create constraint trigger undo after insert on outbox deferrable initially deferred
          for each row execute function refuse()`),
      );
      expect((await here('POST', '/api/groups', tokens.anna, { name: 'Nigdy' })).status).toBe(500);
      const body = { email: 'nigdy@acme.test', roles: ['MEMBER'] };
      expect((await here('POST', '/api/admin/invite-user', tokens.anna, body)).status).toBe(500);
      await identity.owner((knex) => knex.raw('drop trigger undo on outbox; drop function refuse()'));
    });
    expect(written).toEqual([]);
  });
});

describe('secrets', () => {
  it('are neither in the table nor in the log', async () => {
    const secrets = ['haslo-nie-do-logu', password];
    const signIn = (email: string, secret: string) =>
      here('POST', '/api/auth/signin', undefined, { email, password: secret });
    await signIn('nikt@poczta.test', 'haslo-nie-do-logu');
    await signIn('haslo-nie-do-logu', 'x');
    secrets.push((await signIn('olga', password)).body.token);
    await here('POST', '/api/admin/invite-user', tokens.anna, {
      email: 'tajna@acme.test',
      roles: ['MEMBER'],
    });
    const invitation = /token=([\w-]+)/.exec(await mailedTo('tajna@acme.test'))?.[1] ?? '';
    await here('POST', '/api/auth/set-password', undefined, {
      token: invitation,
      password: 'kolejny-sekret',
    });
    secrets.push(invitation, 'kolejny-sekret');
    const { token } = (
      await here('POST', '/api/email-verification/send-code', undefined, { email: 'tajny@poczta.test' })
    ).body;
    const code = /\b(\d{6})\b/.exec(await mailedTo('tajny@poczta.test'))?.[1] ?? '';
    await here('POST', '/api/email-verification/verify-with-token', undefined, { token, code });
    const handOver = await call('POST', '/api/auth/hand-over', tokens.superAtMain, {
      organizationId: acme.id,
    });
    const handOverCode = handOver.body.address.split('#code=')[1];
    await here('POST', '/api/auth/exchange', undefined, { code: handOverCode });
    secrets.push(token, handOverCode, 'tajny@poczta.test', 'nikt@poczta.test');

    const written = JSON.stringify(await entries()) + identity.lines.join('\n');
    for (const secret of secrets) expect(written).not.toContain(secret);
    const details = (await entries()).map((entry) => JSON.stringify(entry.details)).join('\n');
    expect(details).not.toContain(code);
  });
});
