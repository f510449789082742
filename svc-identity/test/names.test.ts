import { withEveryOrganization, withOrganization } from '@obieg/service-kit';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillNameSkeletons } from '../src/members/fill-name-skeletons';
import { type Identity, password, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
let globex: { id: number; code: string };
let superAdmin: string;
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  globex = await identity.addOrganization('globex');
  superAdmin = await identity.signIn('super', acme);
  await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']);
});
afterAll(() => identity.close());

let count = 0;
const addPerson = async (at = acme) => {
  count += 1;
  const username = `osoba${count}`;
  const id = await identity.addMember(at.id, username, ['MEMBER']);
  const token = await identity.signIn(username, at);
  const rename = (names: { username?: string; displayName: string }) =>
    identity.request('PUT', '/api/account', { organization: at, token, body: { username, ...names } });
  return { id, username, email: `${username}@obieg.test`, token, rename };
};
const invite = async (email: string, at = acme): Promise<void> => {
  const body = { email, roles: ['MEMBER'] };
  const { status } = await identity.request('POST', '/api/admin/invite-user', {
    organization: at,
    token: superAdmin,
    body,
  });
  expect(status).toBe(200);
};
/** The address hints of people in the pickers of acme and in the list of a search. */
const listHints = async (searchTerm: string): Promise<Record<number, unknown>[]> => {
  const as = { organization: acme, token: superAdmin };
  const { body: all } = await identity.request('GET', '/api/organizations/users', as);
  const { body: found } = await identity.request('GET', `/api/users/search?searchTerm=${searchTerm}`, as);
  return [all, found.users].map((users: { id: number; addressHint: unknown }[]) =>
    Object.fromEntries(users.map(({ id, addressHint }) => [id, addressHint])),
  );
};
/** The names of people as the pickers of an organization show them. */
const listNames = async (at = acme): Promise<Record<number, string>> => {
  const { body } = await identity.request('GET', '/api/organizations/users', {
    organization: at,
    token: at === acme ? superAdmin : await identity.signIn('super', at),
  });
  return Object.fromEntries(body.map(({ id, username }: { id: number; username: string }) => [id, username]));
};
const lastShownName = async (userId: number, at = acme): Promise<unknown> => {
  const events = await recordedEvents(identity.db.knex, 'obieg.identity.membership.changed');
  const data = events.map((event) => event.data as Record<string, unknown>);
  return data.filter((one) => one['userId'] === userId && one['organizationId'] === at.id).at(-1)?.[
    'shownName'
  ];
};

describe('PUT /api/account with a username that looks like another one', () => {
  it.each([
    ['a Cyrillic letter', '\u0430nna'],
    ['a full-width letter', '\uff41nna'],
    ['a superscript letter', 'ann\u1d43'],
    ['Greek capital letters', '\u0391\u039d\u039d\u0391'],
    ['a Cyrillic letter in the name of the super administrator', 'supe\u0433'],
  ])('rejects %s with 422', async (_, username) => {
    const { rename } = await addPerson();
    const { status, body } = await rename({ username, displayName: username });
    expect([status, body.errors?.map(({ field }: { field: string }) => field)]).toEqual([422, ['username']]);
  });

  it('rejects invisible characters', async () => {
    const { rename } = await addPerson();
    for (const username of ['an\u200bna', 'an\u00adna', 'anna\u061c', 'an\u2028na', 'anna\u{e0041}'])
      expect((await rename({ username, displayName: 'Anna' })).status).toBe(422);
  });

  it('accepts Polish letters beside the same name without them', async () => {
    const [first, second] = [await addPerson(), await addPerson()];
    expect((await first.rename({ username: 'lukasz', displayName: 'lukasz' })).status).toBe(200);
    expect((await second.rename({ username: 'łukasz', displayName: 'łukasz' })).status).toBe(200);
  });

  it('gives an invited person another username', async () => {
    const body = { email: 'obca@obieg.test', roles: ['MEMBER'], username: '\u0430nna' };
    await identity.request('POST', '/api/admin/invite-user', { organization: acme, token: superAdmin, body });
    const user = await identity.db.knex('users').where({ email: body.email }).first();
    expect(user.username).toMatch(/^\u0430nna-[\da-f]{6}$/);
  });
});

describe('PUT /api/account with the display name of another member', () => {
  it('rejects it in any case and script, and their username', async () => {
    const [first, second] = [await addPerson(), await addPerson()];
    expect((await first.rename({ displayName: 'Ola Nowak' })).status).toBe(200);
    for (const displayName of [
      'Ola Nowak',
      'OLA NOWAK',
      'Ol\u0430 N\u043ewak',
      'Ola Now\u1d43k',
      first.username,
    ]) {
      const { status, body } = await second.rename({ displayName });
      expect([status, body.errors?.[0]?.field]).toEqual([422, 'displayName']);
    }
    const { status, body } = await second.rename({ displayName: 'super' });
    expect([status, body.errors?.[0]?.field]).toEqual([422, 'displayName']);
  });

  it('rejects a username that is the display name of another member', async () => {
    const [first, second] = [await addPerson(), await addPerson()];
    await first.rename({ displayName: 'Zofia' });
    const { status, body } = await second.rename({ username: 'zofia', displayName: 'Druga Zofia' });
    expect([status, body.errors?.[0]?.field]).toEqual([422, 'username']);
  });

  it('accepts it in another organization, and the own names', async () => {
    const [first, second] = [await addPerson(), await addPerson(globex)];
    expect((await first.rename({ displayName: 'Jan Kowalski' })).status).toBe(200);
    expect((await second.rename({ displayName: 'Jan Kowalski' })).status).toBe(200);
    expect((await first.rename({ displayName: 'JAN KOWALSKI' })).status).toBe(200);
  });

  it('accepts one of two people who claim it at once', async () => {
    const people = [await addPerson(), await addPerson(), await addPerson()];
    const responses = await Promise.all(people.map(({ rename }) => rename({ displayName: 'Wspólna Nazwa' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });
});

describe('a person who joins an organization in which the name is taken', () => {
  it('has the username there and keeps the display name elsewhere, until they change it', async () => {
    const [member, guest] = [await addPerson(), await addPerson(globex)];
    await member.rename({ displayName: 'Ewa Zając' });
    await guest.rename({ displayName: 'EWA ZAJĄC' });
    await invite(guest.email);
    expect((await listNames())[guest.id]).toBe(guest.username);
    expect((await listNames(globex))[guest.id]).toBe('EWA ZAJĄC');
    expect(await lastShownName(guest.id)).toBe(guest.username);
    expect((await listNames())[member.id]).toBe('Ewa Zając');
    // The present name stays when only the username changes.
    expect((await guest.rename({ username: `${guest.username}a`, displayName: 'EWA ZAJĄC' })).status).toBe(
      200,
    );
    expect(await lastShownName(guest.id)).toBe(`${guest.username}a`);
    expect((await guest.rename({ displayName: 'Ewa Druga' })).status).toBe(200);
    expect((await listNames())[guest.id]).toBe('Ewa Druga');
    expect(await lastShownName(guest.id)).toBeNull();
  });

  it('has the address as a hint beside the name there, until they change it', async () => {
    const [member, guest] = [await addPerson(), await addPerson(globex)];
    await member.rename({ displayName: 'Olga Sroka' });
    await guest.rename({ displayName: 'Olga Sroka' });
    await invite(guest.email);
    for (const hints of await listHints('Olga')) {
      expect(hints[guest.id]).toBe(guest.email);
      expect(hints[member.id]).toBeNull();
    }
    const { body: log } = await identity.request('GET', `/api/security-log?userId=${guest.id}`, {
      organization: acme,
      token: superAdmin,
    });
    expect(log.entries[0].subject).toMatchObject({ name: guest.username, addressHint: guest.email });
    await guest.rename({ displayName: 'Olga Druga' });
    for (const hints of await listHints('Olga')) expect(hints[guest.id]).toBeNull();
  });

  it('has the address there if the username is taken, too', async () => {
    const [member, guest] = [await addPerson(), await addPerson(globex)];
    await member.rename({ displayName: guest.username });
    await invite(guest.email);
    expect((await listNames())[guest.id]).toBe(guest.email);
  });

  it('also as a reporter who verified the address', async () => {
    const [member, guest] = [await addPerson(), await addPerson(globex)];
    await member.rename({ displayName: 'Maria Lis' });
    await guest.rename({ displayName: 'Maria Lis' });
    const sent = await identity.request('POST', '/api/email-verification/send-code', {
      organization: acme,
      body: { email: guest.email },
    });
    const mail = await identity.db
      .knex('mail_queue')
      .where({ recipient: guest.email })
      .orderBy('id', 'desc')
      .first();
    const { status } = await identity.request('POST', '/api/email-verification/verify-with-token', {
      organization: acme,
      body: { token: sent.body.token, code: /\b(\d{6})\b/.exec(mail.body_text)?.[1] },
    });
    expect(status).toBe(200);
    expect(await lastShownName(guest.id)).toBe(guest.username);
  });
});

describe('names that an earlier release accepted', () => {
  const asEarlierRelease = (id: number, names: object) =>
    identity.asOwner((knex) => knex('users').where({ id }).update(names));
  const rowOf = (id: number) => identity.db.knex('users').where({ id }).first();

  it('become plain, are published and stay with the older of two accounts', async () => {
    const people = [await addPerson(), await addPerson(), await addPerson()];
    await asEarlierRelease(people[0]?.id ?? 0, { display_name: 'm1: KONTO, https://evil.test/zaplac' });
    await asEarlierRelease(people[1]?.id ?? 0, { display_name: 'Iga Wrona' });
    await asEarlierRelease(people[2]?.id ?? 0, { display_name: 'Ig\u0430 Wrona' });
    await fillNameSkeletons(identity.db);
    const names = await listNames();
    expect(people.map(({ id }) => names[id])).toEqual([
      'm1 KONTO https evil.test zaplac',
      'Iga Wrona',
      people[2]?.username,
    ]);
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.user.changed');
    expect(events.at(-1)?.data).toMatchObject({
      id: people[0]?.id,
      displayName: 'm1 KONTO https evil.test zaplac',
    });
  });

  it('can be two usernames that look equal: both sign in and change their other names', async () => {
    const [first, second] = [await addPerson(), await addPerson()];
    await asEarlierRelease(first.id, { username: 'krystyna' });
    await asEarlierRelease(second.id, { username: 'krystyn\u0430' });
    await fillNameSkeletons(identity.db);
    expect((await rowOf(first.id)).username_skeleton).toBe('krystyna');
    expect((await rowOf(second.id)).username_skeleton).toBeNull();
    expect((await listNames())[second.id]).toBe(second.email);
    for (const username of ['krystyna', 'krystyn\u0430']) {
      const token = await identity.signIn(username, acme);
      const { status } = await identity.request('PUT', '/api/account', {
        organization: acme,
        token,
        body: { username, displayName: `Pani ${username === 'krystyna' ? 'Krysia' : 'Inna'}` },
      });
      expect(status).toBe(200);
    }
    const { status } = await (await addPerson()).rename({
      username: 'kryst\u0443na',
      displayName: 'Trzecia',
    });
    expect(status).toBe(422);
  });

  it('are compared although a process of that release changed them meanwhile', async () => {
    const [first, second] = [await addPerson(), await addPerson()];
    await first.rename({ displayName: 'Pierwsza Nazwa' });
    await asEarlierRelease(first.id, { display_name: 'Druga Nazwa' });
    expect((await second.rename({ displayName: 'Druga Nazwa' })).status).toBe(422);
    expect((await second.rename({ displayName: 'Pierwsza Nazwa' })).status).toBe(200);
  });

  it('are left alone once they are compared', async () => {
    await fillNameSkeletons(identity.db);
    const before = await recordedEvents(identity.db.knex, 'obieg.identity.membership.changed');
    await fillNameSkeletons(identity.db);
    const after = await recordedEvents(identity.db.knex, 'obieg.identity.membership.changed');
    expect(after).toHaveLength(before.length);
    expect(await identity.db.knex('users').whereNull('username_skeletons').pluck('id')).toEqual([]);
  });
});

describe('the mail of an invitation', () => {
  it('masks the address of an inviter whose username is the address', async () => {
    const address = 'szefowa@obieg.test';
    await invite(address);
    const user = await identity.db.knex('users').where({ email: address }).first();
    expect(user.username).toBe(address);
    const hashed = await identity.db.knex('users').where({ username: 'anna' }).first('password_hash');
    await identity.asOwner((knex) => knex('users').where({ id: user.id }).update(hashed));
    await withOrganization(identity.db, acme.id, (tx) =>
      tx('memberships')
        .where({ user_id: user.id })
        .update({ roles: ['ORG_ADMIN'] }),
    );
    const { body: signedIn } = await identity.request('POST', '/api/auth/signin', {
      organization: acme,
      body: { email: address, password },
    });
    await identity.request('POST', '/api/admin/invite-user', {
      organization: acme,
      token: signedIn.token,
      body: { email: 'nowa@obieg.test', roles: ['MEMBER'] },
    });
    const mail = await identity.db.knex('mail_queue').where({ recipient: 'nowa@obieg.test' }).first();
    expect(mail.body_text).toContain('s***@obieg.test');
    expect(mail.body_text).not.toContain(address);
  });
});

describe('memberships', () => {
  it('of one organization never show two members with one name', async () => {
    const ids = await withEveryOrganization(identity.db, (tx) =>
      tx('memberships')
        .where({ organization_id: acme.id })
        .whereRaw('cardinality(roles) > 0')
        .pluck('user_id'),
    );
    const names = await listNames();
    const shown = ids.map((id: number) => names[id]);
    expect(new Set(shown).size).toBe(shown.length);
  });
});
