import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIntegration, type Scim, startScim } from './scim-fixture';

let scim: Scim;
beforeAll(async () => {
  scim = await startScim();
});
afterAll(() => scim.identity.close());

const outcome = ({ status, body }: { status: number; body: { scimType?: string } }) => [
  status,
  body.scimType,
];
const group = async (displayName: string) =>
  (await scim.scim('POST', '/Groups', { body: { displayName } })).body;

describe('callers', () => {
  it('without a token, and with the session of a person, are refused', async () => {
    const visitor = await scim.identity.request('GET', '/scim/v2/Users', { organization: scim.acme });
    expect([visitor.status, visitor.headers['content-type'], visitor.body.schemas]).toEqual([
      401,
      'application/scim+json',
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
    ]);
    for (const path of ['/Users', '/Groups', '/Schemas', '/ServiceProviderConfig'])
      expect((await scim.scim('GET', path, { token: scim.admin })).status).toBe(403);
  });

  it('with the token of a person are refused', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const body = { name: 'Mój', scopes: ['people:write'], expiresAt };
    const { token } = (await scim.api('POST', '/api/account/tokens', body)).body;
    const exchanged = await scim.identity.request('GET', '/internal/api-token-session', {
      organization: scim.acme,
      headers: { 'x-obieg-api-token': token },
    });
    const response = await scim.scim('GET', '/Users', { token: exchanged.body.jwt });
    expect([response.status, response.body.detail]).toEqual([403, expect.stringContaining('integration')]);
  });

  it('need the scope, and the permission at that moment', async () => {
    const place = { admin: scim.admin, organization: scim.acme };
    const reader = await openIntegration(
      scim.identity,
      { ...place, name: 'Czyta' },
      ['ORG_ADMIN'],
      ['people:read', 'tasks:write'],
    );
    const operator = await openIntegration(scim.identity, { ...place, name: 'Operator' }, ['OPERATOR']);
    const fallen = await openIntegration(scim.identity, { ...place, name: 'Degradowana' });
    const call = async (token: string) => (await scim.scim('GET', '/Users', { token })).status;
    expect([await call(reader.session), await call(operator.session), await call(fallen.session)]).toEqual([
      403, 403, 200,
    ]);
    await scim.api('PUT', `/api/integrations/${fallen.id}/roles`, { roles: ['MEMBER'] });
    expect(await call(fallen.session)).toBe(403);
    await scim.api('DELETE', `/api/integrations/${fallen.id}`);
    expect(await call(fallen.session)).toBe(401);
  });

  it('of another organization get 401 here, and 404 for ids of this one', async () => {
    const person = await scim.addPerson();
    const { id } = await group('Tutejsza');
    expect((await scim.scim('GET', '/Users', { token: scim.other.session })).status).toBe(401);
    const there = { token: scim.other.session, organization: scim.globex };
    for (const path of [`/Users/${person.id}`, `/Groups/${id}`, `/Users/u${scim.annaId}`])
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', { userName: 'a@acme.test', displayName: 'Nazwa' }],
        ['PATCH', { Operations: [{ op: 'replace', path: 'displayName', value: 'Nazwa' }] }],
        ['DELETE', undefined],
      ] as const)
        expect([method, path, (await scim.scim(method, path, { ...there, body })).status]).toEqual([
          method,
          path,
          404,
        ]);
    const own = (await scim.scim('POST', '/Groups', { ...there, body: { displayName: 'Tamta' } })).body;
    const added = await scim.scim('PATCH', `/Groups/${own.id}`, {
      ...there,
      body: { Operations: [{ op: 'add', path: 'members', value: [{ value: person.id }] }] },
    });
    expect(outcome(added)).toEqual([400, 'invalidValue']);
    const { body } = await scim.scim('GET', '/Users', there);
    expect(body.Resources.map(({ userName }: { userName: string }) => userName)).toEqual([
      'greta@obieg.test',
    ]);
  });

  it('change no integration, not even their own', async () => {
    for (const method of ['GET', 'DELETE'])
      expect((await scim.scim(method, `/Users/u${scim.own.id}`)).status).toBe(404);
    const { id } = await group('Bez integracji');
    const add = { op: 'add', path: 'members', value: [{ value: `u${scim.own.id}` }] };
    expect(outcome(await scim.patch(`/Groups/${id}`, add))).toEqual([400, 'invalidValue']);
  });
});

describe('ids', () => {
  it.each(['1', 'u0', 'u-1', 'u1e3', 'u9007199254740993', 'g1', 'u1%20', '%00', 'u1%2f'])(
    'of a wrong form are not found: %s',
    async (id) => {
      expect([400, 404]).toContain((await scim.scim('GET', `/Users/${id}`)).status);
    },
  );
});

describe('filters', () => {
  it.each([
    ['15 KB of parentheses', '('.repeat(15_000)],
    ['14 KB of negations', 'not '.repeat(2_400)],
    ['nested brackets', 'emails['.repeat(100)],
    ['parentheses within the length', '('.repeat(400)],
    ['negations within the length', `${'not ('.repeat(150)}active eq true`],
    ['an endless quote', `userName eq "${'\\"'.repeat(400)}`],
    ['many digits', `userName eq ${'1'.repeat(900)}x`],
    ['or', 'userName eq "a" or userName eq "b"'],
    ['another operator', 'userName co "a"'],
    ['presence', 'externalId pr'],
    ['a negation', 'not (userName eq "a")'],
    ['an unknown attribute', 'password eq "a"'],
    ['an inherited member', 'constructor eq "a"'],
    ['a number', 'userName eq 1'],
    ['nothing', ''],
    ['SQL', `userName eq "a'" ; drop table users`],
  ])('of a wrong shape are refused: %s', async (_, filter) => {
    expect(outcome(await scim.find(filter))).toEqual([400, 'invalidFilter']);
    expect(outcome(await scim.find(filter, '/Groups'))).toEqual([400, 'invalidFilter']);
  });

  it('compare any text as a value', async () => {
    for (const value of [`a' or 1=1 --`, '%', '(((((((((('])
      expect((await scim.find(`userName eq "${value}"`)).body.totalResults).toBe(0);
  });

  it.each(['count=a', 'startIndex=1e3', 'count=99999999999', 'count=1&count=2'])(
    'refuse %s',
    async (query) => {
      expect((await scim.scim('GET', `/Users?${query}`)).status).toBe(400);
    },
  );

  it('have at most 200 results a page, and none for a negative count', async () => {
    expect((await scim.scim('GET', '/Users?count=100000&startIndex=-5')).body).toMatchObject({
      startIndex: 1,
    });
    expect((await scim.scim('GET', '/Users?count=-1')).body).toMatchObject({
      itemsPerPage: 0,
      Resources: [],
    });
    expect((await scim.scim('GET', '/Users?startIndex=999999999')).body.Resources).toEqual([]);
  });
});

describe('PATCH of a person', () => {
  it.each([
    ['an unknown attribute', { op: 'replace', path: 'shoeSize', value: 40 }, 'invalidPath'],
    ['the id', { op: 'replace', path: 'id', value: 'u1' }, 'mutability'],
    ['the groups', { op: 'add', path: 'groups', value: [{ value: 'g1' }] }, 'mutability'],
    ['no target', { op: 'remove' }, 'noTarget'],
    ['a filter of a single value', { op: 'replace', path: 'name[a eq 1]', value: 'x' }, 'invalidPath'],
    ['an open bracket', { op: 'replace', path: 'emails[type eq "work"', value: 'x' }, 'invalidPath'],
    ['deep brackets', { op: 'replace', path: `emails[${'('.repeat(500)}].value`, value: 'x' }, 'invalidPath'],
    ['a long path', { op: 'replace', path: `emails.${'a.'.repeat(50_000)}`, value: 'x' }, 'invalidPath'],
    ['an unknown value', { op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue'],
    ['an object as text', { op: 'replace', path: 'userName', value: {} }, 'invalidValue'],
    ['a wrong address', { op: 'replace', path: 'emails', value: [{ value: 'a@b' }] }, 'invalidValue'],
    ['no name', { op: 'remove', path: 'userName' }, 'invalidValue'],
    ['a prototype', { op: 'replace', path: '__proto__.polluted', value: true }, 'invalidPath'],
    ['a constructor', { op: 'add', path: 'constructor.prototype.polluted', value: true }, 'invalidPath'],
    ['a prototype by name', { op: 'add', value: { 'name.__proto__.polluted': true } }, 'invalidPath'],
  ])('is refused for %s', async (_, operation, scimType) => {
    const person = await scim.addPerson();
    expect(outcome(await scim.patch(`/Users/${person.id}`, operation))).toEqual([400, scimType]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect((await scim.scim('GET', `/Users/${person.id}`)).body.meta).toEqual(person.meta);
  });

  it.each([
    '{"Operations":[{"op":"add","path":"name","value":{"__proto__":{"polluted":true}}}]}',
    '{"Operations":[{"op":"add","value":{"__proto__":{"polluted":true}}}]}',
    '{"Operations":[{"op":"add","path":"emails","value":[{"value":"x@acme.test","__proto__":{"polluted":true}}]}]}',
    '{"Operations":[{"op":"add","path":"roles[value eq \\"MEMBER\\"]","value":{"__proto__.polluted":true}}]}',
  ])('changes no prototype: %s', async (rawBody) => {
    const person = await scim.addPerson();
    const { status } = await scim.scim('PATCH', `/Users/${person.id}`, { rawBody });
    expect([200, 400]).toContain(status);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('has at most 500 operations, and few values', async () => {
    const person = await scim.addPerson();
    const operations = (count: number) =>
      Array.from({ length: count }, () => ({ op: 'replace', path: 'displayName', value: 'Nazwa' }));
    expect((await scim.patch(`/Users/${person.id}`, ...operations(500))).status).toBe(200);
    expect(outcome(await scim.patch(`/Users/${person.id}`, ...operations(501)))).toEqual([
      400,
      'invalidValue',
    ]);
    const emails = Array.from({ length: 300 }, (__, index) => ({
      op: 'add',
      path: 'emails',
      value: [{ value: `a${index}@acme.test` }],
    }));
    expect(outcome(await scim.patch(`/Users/${person.id}`, ...emails))).toEqual([400, 'invalidValue']);
  });
});

describe('members', () => {
  it('beyond 5,000 in one request are refused', async () => {
    const { id } = await group('Duża');
    const value = Array.from({ length: 5_001 }, (_, index) => ({ value: `u${index + 1}` }));
    const { status } = await scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value });
    expect(status).toBe(413);
    const body = { displayName: 'Większa', members: value };
    expect((await scim.scim('POST', '/Groups', { body })).status).toBe(413);
  });

  it('of a large group are added together, and listed up to 5,000', async () => {
    const { id } = await group('Tłum');
    const ids = await withOrganization(scim.identity.db, scim.acme.id, async (tx) => {
      const { rows } = await tx.raw<{ rows: { id: number }[] }>(
        `insert into users (email, username) select 'crowd' || n || '@acme.test', 'crowd' || n
           from generate_series(1, 5001) n returning id`,
      );
      await tx.raw(
        `insert into memberships (organization_id, user_id, roles)
         select ?, unnest(cast(? as bigint[])), array['MEMBER']`,
        [scim.acme.id, rows.map((row) => row.id)],
      );
      return rows.map((row) => row.id);
    });
    const add = (some: readonly number[]) =>
      scim.patch(`/Groups/${id}`, {
        op: 'add',
        path: 'members',
        value: some.map((userId) => ({ value: `u${userId}` })),
      });
    expect((await add(ids.slice(0, 5_000))).status).toBe(204);
    expect((await scim.scim('GET', `/Groups/${id}`)).body.members).toHaveLength(5_000);
    expect((await add(ids.slice(5_000))).status).toBe(204);
    expect(outcome(await scim.scim('GET', `/Groups/${id}`))).toEqual([400, 'tooMany']);
    expect(outcome(await scim.scim('GET', '/Groups'))).toEqual([400, 'tooMany']);
    expect((await scim.scim('GET', `/Groups/${id}?excludedAttributes=members`)).status).toBe(200);
    const emptied = await scim.patch(`/Groups/${id}`, { op: 'replace', path: 'members', value: [] });
    expect(emptied.status).toBe(204);
  }, 60_000);
});

describe('calls at once', () => {
  it('for the same people and groups neither fail nor lock each other forever', async () => {
    const people = [await scim.addPerson(), await scim.addPerson()];
    const groups = [await group('Pierwsza'), await group('Druga')];
    const active = (id: string, value: boolean) =>
      scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value });
    const members = (id: string, op: string) =>
      scim.patch(`/Groups/${id}`, { op, path: 'members', value: people.map((one) => ({ value: one.id })) });
    const calls = (round: number) => [
      ...people.map(({ id }) => active(id, round % 2 === 0)),
      ...people.map(({ id }) => active(id, round % 2 === 1)),
      ...groups.map(({ id }) => members(id, round % 3 === 0 ? 'remove' : 'add')),
      ...people.map(({ id }) =>
        scim.patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: `Osoba ${round}` }),
      ),
      scim.api('PUT', `/api/users/${people[0]?.number}/roles`, { roles: ['OPERATOR'] }),
      scim.api('DELETE', `/api/users/${people[1]?.number}`),
    ];
    const statuses = new Set<number>();
    for (let round = 0; round < 8; round += 1)
      for (const { status } of await Promise.all(calls(round))) statuses.add(status);
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    await Promise.all(people.map(({ id }) => active(id, true)));
    for (const { id } of people) expect((await scim.scim('GET', `/Users/${id}`)).body.active).toBe(true);
  }, 60_000);
});

describe('bodies', () => {
  it('of another type, too large or malformed are refused in the form of SCIM', async () => {
    const post = (rawBody: string, contentType = 'application/scim+json') =>
      scim.scim('POST', '/Users', { rawBody, headers: { 'content-type': contentType } });
    expect((await post('{}', 'text/plain')).status).toBe(415);
    expect((await post('{}', 'application/json')).status).toBe(400);
    expect(outcome(await post('{'))).toEqual([400, 'invalidSyntax']);
    expect(outcome(await post('['.repeat(1_000)))).toEqual([400, 'invalidSyntax']);
    expect((await post(JSON.stringify({ userName: 'x'.repeat(300_000) }))).status).toBe(413);
    expect((await post(JSON.stringify({ userName: 'a\u0000@acme.test' }))).status).toBe(400);
    expect((await post('"text"')).status).toBe(400);
  });
});
