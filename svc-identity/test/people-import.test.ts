import type { ImportPeople, PeopleImportResult } from '@obieg/contracts';
import { createLog, withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendMemberMails } from '../src/invitations/send-member-mails';
import { type Identity, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
let globex: { id: number; code: string };
let admin: string;
let member: string;
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  globex = await identity.addOrganization('globex');
  await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']);
  await identity.addMember(acme.id, 'marek', ['MEMBER']);
  await identity.addMember(globex.id, 'greta', ['ORG_ADMIN']);
  admin = await identity.signIn('anna', acme);
  member = await identity.signIn('marek', acme);
});
afterAll(() => identity.close());
beforeEach(() =>
  withOrganization(identity.db, acme.id, async (tx) => {
    await tx('member_mails').delete();
    await tx('invitation_sends').delete();
  }),
);

const emailOnly: ImportPeople['mapping'] = [{ heading: 'Mail', field: 'email' }];
const withRoles: ImportPeople['mapping'] = [...emailOnly, { heading: 'Role', field: 'roles' }];
const withGroups: ImportPeople['mapping'] = [...emailOnly, { heading: 'Grupy', field: 'groups' }];

interface Options extends Partial<Omit<ImportPeople, 'mapping' | 'rows'>> {
  isDryRun?: boolean;
  token?: string | undefined;
}

const call = (
  mapping: ImportPeople['mapping'],
  rows: readonly string[][],
  { isDryRun = false, token = admin, ...options }: Options = {},
) =>
  identity.request('POST', `/api/users/import?dryRun=${isDryRun}`, {
    token,
    organization: acme,
    headers: { 'accept-language': 'en' },
    body: {
      mapping,
      rows: rows.map((cells, index) => ({ line: index + 2, cells })),
      roles: ['MEMBER'],
      sendsInvitations: true,
      changesMembers: false,
      ...options,
    },
  });

const runImport = async (
  mapping: ImportPeople['mapping'],
  rows: readonly string[][],
  options?: Options,
): Promise<PeopleImportResult[]> => {
  const { status, body } = await call(mapping, rows, options);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.results;
};
const outcomesOf = (results: readonly PeopleImportResult[]) => results.map(({ outcome }) => outcome);
const problemsOf = async (mapping: ImportPeople['mapping'], cells: string[], options?: Options) => {
  const [result] = await runImport(mapping, [cells], options);
  expect(result?.outcome).toBe('REFUSED');
  return result?.problems;
};

const findMember = async (email: string) => {
  const { body } = await identity.request('GET', `/api/users?search=${encodeURIComponent(email)}`, {
    token: admin,
    organization: acme,
  });
  return body[0];
};
const createGroup = async (name: string, parentGroupId?: number, organization = acme): Promise<number> => {
  const token = organization === acme ? admin : await identity.signIn('greta', globex);
  const { body } = await identity.request('POST', '/api/groups', {
    token,
    organization,
    body: { name, parentGroupId },
  });
  return body.id;
};
const listMails = (email: string): Promise<string[]> =>
  identity.db.knex('mail_queue').where({ recipient: email }).orderBy('id').pluck('subject');
const sendMails = (rateLimitScale = 1) =>
  sendMemberMails({
    db: identity.db,
    log: createLog('test', 'silent'),
    organizationUrl: (codeName) => `http://${codeName}.obieg.localhost:8080`,
    rateLimitScale,
  });

describe('POST /api/users/import', () => {
  it('makes a member of all fields', async () => {
    const it = await createGroup('IT');
    const helpdesk = await createGroup('Helpdesk', it);
    const office = await createGroup('Biuro, parter');
    const mapping: ImportPeople['mapping'] = [
      { heading: 'Mail', field: 'email' },
      { heading: 'Login', field: 'username' },
      { heading: 'Imię', field: 'firstName' },
      { heading: 'Nazwisko', field: 'lastName' },
      { heading: 'Role', field: 'roles' },
      { heading: 'Grupy', field: 'groups' },
    ];
    const cells = [
      'Jan Kowalski <Jan@Nowy.test>',
      'jankow',
      'Jan',
      'Kowalski',
      'operator, Członek',
      'it/helpdesk; Biuro, parter',
    ];
    expect(await runImport(mapping, [cells])).toEqual([{ line: 2, outcome: 'CREATED', problems: [] }]);
    const user = await findMember('jan@nowy.test');
    expect(user).toMatchObject({ username: 'jankow', roles: ['OPERATOR', 'MEMBER'] });
    expect(user.groups.map(({ id }: { id: number }) => id).toSorted()).toEqual([helpdesk, office].toSorted());
    expect(user.invitation).not.toBeNull();
    expect(await identity.db.knex('users').where({ email: 'jan@nowy.test' }).pluck('display_name')).toEqual([
      'Jan Kowalski',
    ]);
  });

  it('writes nothing in a dry run, and finds what the import would do', async () => {
    const rows = [['sucha@proba.test'], ['Sucha@Proba.test'], ['marek@obieg.test'], ['x']];
    expect(await runImport(emailOnly, rows, { isDryRun: true })).toEqual([
      { line: 2, outcome: 'CREATED', problems: [] },
      { line: 3, outcome: 'UNCHANGED', problems: [] },
      { line: 4, outcome: 'UNCHANGED', problems: [] },
      {
        line: 5,
        outcome: 'REFUSED',
        problems: [{ field: 'Mail', message: 'This is not an e-mail address' }],
      },
    ]);
    expect(await identity.db.knex('users').where({ email: 'sucha@proba.test' })).toEqual([]);
    expect(outcomesOf(await runImport(emailOnly, rows))).toEqual([
      'CREATED',
      'UNCHANGED',
      'UNCHANGED',
      'REFUSED',
    ]);
    expect(outcomesOf(await runImport(emailOnly, rows))[0]).toBe('UNCHANGED');
  });

  it('changes roles and groups of members only on request', async () => {
    const group = await createGroup('Zmieniani');
    await runImport(emailOnly, [['zmiana@acme.test']], { sendsInvitations: false });
    const mapping: ImportPeople['mapping'] = [...withRoles, { heading: 'Grupy', field: 'groups' }];
    const rows = [['zmiana@acme.test', 'OPERATOR', 'Zmieniani']];
    expect(outcomesOf(await runImport(mapping, rows))).toEqual(['UNCHANGED']);
    expect((await findMember('zmiana@acme.test')).roles).toEqual(['MEMBER']);
    expect(outcomesOf(await runImport(mapping, rows, { changesMembers: true }))).toEqual(['CHANGED']);
    const changed = await findMember('zmiana@acme.test');
    expect([changed.roles, changed.groups[0].id]).toEqual([['OPERATOR'], group]);
    expect(outcomesOf(await runImport(mapping, rows, { changesMembers: true }))).toEqual(['UNCHANGED']);
    expect(outcomesOf(await runImport(emailOnly, [['zmiana@acme.test']], { changesMembers: true }))).toEqual([
      'UNCHANGED',
    ]);
  });

  it('keeps the names that the owner of an account chose', async () => {
    const mapping: ImportPeople['mapping'] = [
      ...emailOnly,
      { heading: 'Login', field: 'username' },
      { heading: 'Name', field: 'displayName' },
    ];
    expect(outcomesOf(await runImport(mapping, [['greta@obieg.test', 'inna', 'Inna']]))).toEqual(['CREATED']);
    expect((await findMember('greta@obieg.test')).username).toBe('greta');
  });

  it.each<[string, ImportPeople['mapping'], string[], Options, string]>([
    ['no address', emailOnly, [' '], {}, 'An e-mail address is required'],
    [
      'an address of an integration',
      emailOnly,
      ['x@integrations.invalid'],
      {},
      'This is not an e-mail address',
    ],
    ['an unknown role', withRoles, ['p1@acme.test', 'Szef'], {}, 'This role does not exist: Szef'],
    [
      'the role of the whole system',
      withRoles,
      ['p2@acme.test', 'SUPER_ADMIN'],
      {},
      'This role does not exist: SUPER_ADMIN',
    ],
    ['no role', emailOnly, ['p3@acme.test'], { roles: [] }, 'A new member needs a role'],
    ['an unknown group', withGroups, ['p4@acme.test', 'Nie ma'], {}, 'This group does not exist: Nie ma'],
    [
      'a name of several groups',
      withGroups,
      ['p5@acme.test', 'Bliźniak'],
      {},
      'Several groups have this name: Bliźniak. Give the path of the group',
    ],
    [
      "another organization's group",
      withGroups,
      ['p6@acme.test', 'Tylko Globex'],
      {},
      'This group does not exist: Tylko Globex',
    ],
    [
      'a username that is taken',
      [...emailOnly, { heading: 'Login', field: 'username' }],
      ['p7@acme.test', 'MAREK'],
      {},
      'This username is already taken',
    ],
    [
      'a name with an address',
      [...emailOnly, { heading: 'Nazwa', field: 'displayName' }],
      ['p8@acme.test', 'zobacz https://zlo.test'],
      {},
      "A name can have up to 80 letters, digits, spaces and . ' -",
    ],
    [
      'neither yes nor no',
      [...emailOnly, { heading: 'Mail?', field: 'invitation' }],
      ['p9@acme.test', 'może'],
      {},
      'Write "yes" or "no"',
    ],
    [
      'the role of the last administrator',
      withRoles,
      ['anna@obieg.test', 'MEMBER'],
      { changesMembers: true },
      'The last administrator of an organization must keep this role.',
    ],
  ])('refuses a row with %s', async (_case, mapping, cells, options, message) => {
    const one = await createGroup('Bliźniak');
    await createGroup('Bliźniak', one);
    await createGroup('Tylko Globex', undefined, globex);
    for (const isDryRun of [true, false])
      expect(await problemsOf(mapping, cells, { ...options, isDryRun })).toEqual([
        { field: mapping.at(-1)?.heading, message },
      ]);
    expect(await identity.db.knex('users').whereLike('email', 'p_@acme.test')).toEqual([]);
  });

  it('reads the answers to the invitation, and mails only new members', async () => {
    const mapping: ImportPeople['mapping'] = [...emailOnly, { heading: '?', field: 'invitation' }];
    await runImport(mapping, [
      ['tak@acme.test', 'Tak'],
      ['nein@acme.test', 'nein'],
      ['wcale@acme.test', ''],
      ['marek@obieg.test', 'tak'],
    ]);
    await sendMails();
    expect(await Promise.all(['tak', 'nein', 'wcale'].map((name) => listMails(`${name}@acme.test`)))).toEqual(
      [[expect.any(String)], [], [expect.any(String)]],
    );
    expect(await listMails('marek@obieg.test')).toEqual([]);
    // Nobody sent a mail to these people, so no link of theirs expires.
    expect((await findMember('nein@acme.test')).invitation).toMatchObject({
      isMailed: false,
      expiresAt: null,
      providerName: null,
    });
    expect((await findMember('wcale@acme.test')).invitation).toMatchObject({
      isMailed: true,
      expiresAt: expect.any(String),
    });
  });

  it('records each change in the security log', async () => {
    const group = await createGroup('Dziennik');
    await runImport(withGroups, [['dziennik@acme.test', 'Dziennik']]);
    await sendMails();
    const { id } = await findMember('dziennik@acme.test');
    const events = await withOrganization(identity.db, acme.id, (tx) =>
      tx('security_log')
        .where({ subject_type: 'user', subject_id: String(id) })
        .orderBy('id')
        .select('event', 'details'),
    );
    expect(events.map(({ event }) => event)).toEqual([
      'account.create',
      'roles.change',
      'group-member.add',
      'invitation.send',
    ]);
    expect(events[2].details).toEqual({ groupId: group, role: 'MEMBER' });
  });

  it('makes one member when two calls import one file at once', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => [`naraz${index}@acme.test`]);
    const results = await Promise.all([runImport(emailOnly, rows), runImport(emailOnly, rows.toReversed())]);
    expect(outcomesOf(results.flat()).filter((outcome) => outcome === 'CREATED')).toHaveLength(rows.length);
  });

  it('requires MANAGE_USERS', async () => {
    expect((await call(emailOnly, [['a@b.test']], { token: member })).status).toBe(403);
    const anonymous = await identity.request('POST', '/api/users/import?dryRun=true', {
      organization: acme,
      body: {},
    });
    expect(anonymous.status).toBe(401);
  });

  it('rejects malformed requests with 422', async () => {
    const rows = [['a@b.test']];
    const tooMany = Array.from({ length: 201 }, () => ['a@b.test']);
    const mappings: ImportPeople['mapping'][] = [
      [{ heading: 'Login', field: 'username' }],
      [...emailOnly, ...emailOnly],
    ];
    for (const mapping of mappings) expect((await call(mapping, rows)).status).toBe(422);
    expect((await call(emailOnly, tooMany)).status).toBe(422);
    expect((await call(emailOnly, rows, { roles: ['SUPER_ADMIN'] as never })).status).toBe(422);
  });
});

describe('waiting mails', () => {
  it('are sent ten at a time, within four hundred an hour', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => [`kolejka${index}@acme.test`]);
    await runImport(emailOnly, rows);
    const countSent = async (): Promise<number> =>
      (await identity.db.knex('mail_queue').whereLike('recipient', 'kolejka%')).length;
    await sendMails();
    expect(await countSent()).toBe(10);
    await sendMails();
    expect(await countSent()).toBe(20);
    await withOrganization(identity.db, acme.id, (tx) =>
      tx.raw(
        `insert into invitation_sends (organization_id, recipient)
         select ?, 'r' || n || '@acme.test' from generate_series(1, 379) n`,
        [acme.id],
      ),
    );
    await sendMails();
    expect(await countSent()).toBe(21);
    await sendMails(2);
    expect(await countSent()).toBe(25);
  });

  it('tell a member other roles', async () => {
    await runImport(withRoles, [['marek@obieg.test', 'MEMBER, OPERATOR']], { changesMembers: true });
    await sendMails();
    expect(await listMails('marek@obieg.test')).toEqual([expect.stringContaining('acme')]);
  });

  it('are not sent to members who left, or were invited meanwhile', async () => {
    await runImport(emailOnly, [['odeszla@acme.test'], ['zaproszona@acme.test']]);
    const [left, invited] = await Promise.all(['odeszla@acme.test', 'zaproszona@acme.test'].map(findMember));
    await identity.request('DELETE', `/api/users/${left.id}/invitation`, {
      token: admin,
      organization: acme,
    });
    await identity.request('POST', `/api/users/${invited.id}/invitation`, {
      token: admin,
      organization: acme,
    });
    await sendMails();
    expect(await listMails('odeszla@acme.test')).toEqual([]);
    expect(await listMails('zaproszona@acme.test')).toHaveLength(1);
  });
});
