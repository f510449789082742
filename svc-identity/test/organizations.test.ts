import { withEveryOrganization, withOrganization } from '@obieg/service-kit';
import { recordedEvents, untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepExpired } from '../src/sweep';
import { type Identity, password, startIdentity } from './identity-service';
import { readPages } from './read-pages';

let identity: Identity;
let acme: { id: number; code: string };
let tokens: Record<'anna' | 'super' | 'superInAcme', string>;
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']);
  tokens = {
    anna: await identity.signIn('anna', acme),
    super: await identity.signIn('super'),
    superInAcme: await identity.signIn('super', acme),
  };
});
afterAll(() => identity.close());

const call = (method: string, path: string, token?: string, body?: unknown) =>
  identity.request(method, path, { token, body });
const create = (codeName: unknown, name: unknown = 'Firma') =>
  call('POST', '/api/organizations', tokens.super, { name, codeName });
const updateOrganization = (id: number, body: unknown) =>
  call('PUT', `/api/organizations/${id}`, tokens.super, body);
const deleteOrganization = (id: number) => call('DELETE', `/api/organizations/${id}`, tokens.super);
const getStatusByCode = async (code: string) =>
  (await identity.request('GET', `/internal/organizations/by-code/${code}`)).status;

describe('access to organizations', () => {
  it.each([
    ['POST', '/api/organizations'],
    ['PUT', '/api/organizations/999999'],
    ['DELETE', '/api/organizations/999999'],
  ])('%s %s is limited to super administrators, at any address', async (method, path) => {
    const body = { name: 'Firma', codeName: `c${method.toLowerCase()}` };
    const allowed = method === 'POST' ? [201, 409] : [404, 404];
    expect((await call(method, path, undefined, body)).status).toBe(401);
    const anna = await identity.request(method, path, { token: tokens.anna, organization: acme, body });
    expect(anna.status).toBe(403);
    expect((await call(method, path, tokens.super, body)).status).toBe(allowed[0]);
    const inAcme = { token: tokens.superInAcme, organization: acme, body };
    expect((await identity.request(method, path, inAcme)).status).toBe(allowed[1]);
  });
});

describe('the name and code name of an organization', () => {
  it.each([
    ['1abc', 'Firma'],
    ['Abc', 'Firma'],
    ['a-b', 'Firma'],
    ['a'.repeat(21), 'Firma'],
    ['', 'Firma'],
    [['abc'], 'Firma'],
    ['żabka', 'Firma'],
    ['support', 'Firma'],
    ['dobra', '   '],
    ['dobra', 'x'.repeat(101)],
    ['dobra', ['Firma']],
    ['dobra', undefined],
  ])('cannot be %j and %j', async (codeName, name) => {
    expect((await create(codeName, name ?? null)).status).toBe(422);
    expect((await updateOrganization(acme.id, { codeName, name: name ?? null })).status).toBe(422);
    expect(await getStatusByCode('acme')).toBe(200);
  });

  it('are unique: one of several concurrent creates with the same code name succeeds', async () => {
    const created = await Promise.all([create('wyscig'), create('wyscig'), create('wyscig')]);
    expect(created.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const other = (await create('inna')).body;
    const rejected = await updateOrganization(other.id, { name: 'Inna', codeName: 'wyscig' });
    expect(rejected.body).toMatchObject({ status: 409, code: 'NAME_TAKEN', errors: [{ field: 'codeName' }] });
  });

  it('can change, which changes the address and keeps the sessions', async () => {
    const { body: created } = await create('przed');
    await identity.addMember(created.id, 'przeprowadzka', ['MEMBER']);
    const organization = { id: created.id, code: 'przed' };
    const token = await identity.signIn('przeprowadzka', organization);
    expect((await updateOrganization(created.id, { name: 'Po', codeName: 'po' })).body).toMatchObject({
      name: 'Po',
      codeName: 'po',
    });
    expect([await getStatusByCode('przed'), await getStatusByCode('po')]).toEqual([404, 200]);
    const me = { token, organization: { id: created.id, code: 'po' } };
    expect((await identity.request('GET', '/api/auth/me', me)).status).toBe(200);
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.organization.changed');
    expect(events.at(-1)).toMatchObject({ organizationid: created.id, data: { codeName: 'po' } });
  });
});

describe('POST /api/organizations with an Idempotency-Key', () => {
  it('creates one organization on the main domain and returns the first response', async () => {
    const post = (name: string) =>
      identity.request('POST', '/api/organizations', {
        token: tokens.super,
        body: { name, codeName: 'jedyna' },
        headers: { 'idempotency-key': 'organization-once' },
      });
    const responses = await Promise.all(Array.from({ length: 5 }, () => post('Jedyna')));
    expect(responses[0]?.status).toBe(201);
    for (const { status, body } of responses) expect([status, body]).toEqual([201, responses[0]?.body]);
    expect((await post('Inna')).body).toMatchObject({ status: 409, code: 'CONFLICT' });
  });
});

describe('the time zone of an organization', () => {
  const lastEvent = async () =>
    (await recordedEvents(identity.db.knex, 'obieg.identity.organization.changed')).at(-1)?.data;

  it('is Europe/Warsaw unless another one is chosen, and is published', async () => {
    expect((await create('domyslna')).body).toMatchObject({ timeZone: 'Europe/Warsaw' });
    expect(await lastEvent()).toMatchObject({ codeName: 'domyslna', timeZone: 'Europe/Warsaw' });
    const body = { name: 'Tokio', codeName: 'tokio', timeZone: 'Asia/Tokyo' };
    const created = await call('POST', '/api/organizations', tokens.super, body);
    expect(created).toMatchObject({ status: 201, body: { timeZone: 'Asia/Tokyo' } });
    expect(await lastEvent()).toMatchObject({ codeName: 'tokio', timeZone: 'Asia/Tokyo' });
    const reference = await identity.request('GET', '/internal/organizations/by-code/tokio');
    expect(reference.body).toMatchObject({ timeZone: 'Asia/Tokyo' });
  });

  it('changes with the organization and stays if the request contains none', async () => {
    const { id } = (await create('przesunieta')).body;
    const save = async (more: object) =>
      (await updateOrganization(id, { name: 'Firma', codeName: 'przesunieta', ...more })).body;
    expect(await save({ timeZone: 'America/New_York' })).toMatchObject({ timeZone: 'America/New_York' });
    expect(await save({})).toMatchObject({ timeZone: 'America/New_York' });
    expect(await lastEvent()).toMatchObject({ id, timeZone: 'America/New_York' });
    expect((await call('GET', `/api/organizations/${id}`, tokens.super)).body).toMatchObject({
      timeZone: 'America/New_York',
    });
  });

  // Node.js knows the last two, PostgreSQL does not.
  it.each(['Europe/Warszawa', '+01:00', '', 5, null, "UTC'; drop", 'US/Pacific-New', 'SystemV/PST8'])(
    'cannot be %j',
    async (timeZone) => {
      const body = { name: 'Firma', codeName: 'bezstrefy', timeZone };
      expect((await call('POST', '/api/organizations', tokens.super, body)).status).toBe(422);
      expect(await getStatusByCode('bezstrefy')).toBe(404);
    },
  );
});

describe('GET /api/organizations', () => {
  it('sorts by name in Polish order, ignoring case', async () => {
    const names = ['zebra Q', 'Łódź Q', 'alfa Q', 'Lublin Q', 'Żabka Q', 'Beta Q', 'źródło Q'];
    for (const [place, name] of names.entries())
      expect((await create(`sorted${place}`, name)).status).toBe(201);
    const { body } = await call('GET', '/api/organizations', tokens.super);
    expect(
      body.map(({ name }: { name: string }) => name).filter((name: string) => name.endsWith(' Q')),
    ).toEqual(['alfa Q', 'Beta Q', 'Lublin Q', 'Łódź Q', 'zebra Q', 'źródło Q', 'Żabka Q']);
  });

  it.each(['/api/organizations', '/api/admin/organizations'])('returns all pages of %s', async (path) => {
    const all = (await call('GET', `${path}?limit=200`, tokens.super)).body;
    const paged = await readPages((query) => call('GET', `${path}?${query}`, tokens.super));
    expect(paged).toEqual(all);
    expect(all.length).toBeGreaterThan(4);
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'cursor=x', 'cursor=WzEsMl0'])(
    'rejects %s with 400',
    async (query) => {
      expect((await call('GET', `/api/organizations?${query}`, tokens.super)).status).toBe(400);
    },
  );
});

describe('a former code name', () => {
  const nameTaken = { status: 409, body: { code: 'NAME_TAKEN', errors: [{ field: 'codeName' }] } };
  const setAge = (codeName: string, days: number) =>
    withEveryOrganization(identity.db, (tx) =>
      tx('former_code_names')
        .where({ code_name: codeName })
        .update({ given_up_at: tx.raw(`now() - ? * interval '1 day'`, [days]) }),
    );
  const rename = (id: number, codeName: string) => updateOrganization(id, { name: 'Firma', codeName });

  it('stays reserved for ninety days and resolves to no organization', async () => {
    const [own, other] = [(await create('stara')).body, (await create('cudza')).body];
    await rename(own.id, 'nowa');
    expect(await create('stara')).toMatchObject(nameTaken);
    expect(await rename(other.id, 'stara')).toMatchObject(nameTaken);
    expect(await Promise.all(['stara', 'nowa', 'cudza'].map(getStatusByCode))).toEqual([404, 200, 200]);
    await rename(own.id, 'trzecia');
    for (const code of ['stara', 'nowa']) expect(await create(code)).toMatchObject(nameTaken);
    await setAge('stara', 89);
    expect((await create('stara')).status).toBe(409);
    await setAge('stara', 91);
    const next = await create('stara');
    expect(next.status).toBe(201);
    expect((await rename(other.id, 'stara')).status).toBe(409);
    await rename(next.body.id, 'czwarta');
    expect(await create('stara')).toMatchObject(nameTaken);
    expect((await rename(own.id, 'stara')).status).toBe(409);
  });

  it('can be used again by its organization', async () => {
    const { id } = (await create('tam')).body;
    await rename(id, 'zpowrotem');
    expect((await rename(id, 'tam')).body).toMatchObject({ id, codeName: 'tam' });
    expect(await Promise.all(['tam', 'zpowrotem'].map(getStatusByCode))).toEqual([200, 404]);
    expect(await create('tam')).toMatchObject(nameTaken);
    expect(await create('zpowrotem')).toMatchObject(nameTaken);
    await updateOrganization(id, { name: 'Inna nazwa', codeName: 'tam' });
    await setAge('zpowrotem', 91);
    expect((await create('zpowrotem')).status).toBe(201);
    await rename(id, 'dalej');
    expect(await create('tam')).toMatchObject(nameTaken);
  });

  it('stays reserved when the organization is deleted', async () => {
    const { id } = (await create('najpierw')).body;
    await rename(id, 'potem');
    await deleteOrganization(id);
    for (const code of ['najpierw', 'potem']) expect(await create(code)).toMatchObject(nameTaken);
  });

  it('leads the gateway to the present code name for ninety days, until the organization is deleted', async () => {
    const findPresent = async (code: string) => {
      const { status, body } = await identity.request(
        'GET',
        `/internal/organizations/by-former-code/${code}`,
      );
      return status === 200 ? body : status;
    };
    const { id } = (await create('pierwsza')).body;
    expect(await findPresent('pierwsza')).toBe(404);
    await rename(id, 'druga');
    await rename(id, 'ostatnia');
    for (const code of ['pierwsza', 'druga'])
      expect(await findPresent(code)).toEqual({ codeName: 'ostatnia' });
    await rename(id, 'druga');
    expect(await findPresent('druga')).toBe(404);
    expect(await findPresent('ostatnia')).toEqual({ codeName: 'druga' });
    await setAge('pierwsza', 91);
    expect(await findPresent('pierwsza')).toBe(404);
    await deleteOrganization(id);
    expect(await findPresent('ostatnia')).toBe(404);
  });

  it('is listed for the gateway, oldest first, for ninety days, so that canaries follow it', async () => {
    const readFormer = async (code: string): Promise<string[]> => {
      const { body } = await identity.request('GET', `/internal/organizations/by-code/${code}`);
      const listed = (await identity.request('GET', '/internal/organizations')).body;
      const [reference] = listed.filter(({ codeName }: { codeName: string }) => codeName === code);
      expect(reference).toEqual(body);
      return body.formerCodeNames;
    };
    const { id } = (await create('kanarek')).body;
    expect(await readFormer('kanarek')).toEqual([]);
    await rename(id, 'kanarek2');
    await rename(id, 'kanarek3');
    expect(await readFormer('kanarek3')).toEqual(['kanarek', 'kanarek2']);
    await setAge('kanarek', 91);
    expect(await readFormer('kanarek3')).toEqual(['kanarek2']);
  });

  it('is not available to a concurrent create that waits for the rename', async () => {
    const { id } = (await create('czekana')).body;
    const calls: ReturnType<typeof create>[] = [];
    const start = async (call: () => ReturnType<typeof create>) => {
      calls.push(call());
      await untilLockWaits(identity.db.knex, calls.length);
    };
    await withEveryOrganization(identity.db, async (tx) => {
      // At this point the rename has written the new code name but not the former one.
      await tx('former_code_names').insert({ organization_id: id, code_name: 'czekana' });
      await start(() => rename(id, 'odeszla'));
      await start(() => create('czekana'));
    });
    const [renamed, created] = await Promise.all(calls);
    expect(renamed?.status).toBe(200);
    expect(created).toMatchObject(nameTaken);
  });

  it('is deleted by the sweep after ninety days', async () => {
    const { id } = (await create('dawna')).body;
    await rename(id, 'mlodsza');
    await rename(id, 'obecna');
    await setAge('dawna', 91);
    await setAge('mlodsza', 89);
    await sweepExpired(identity.db);
    const remaining = await withOrganization(identity.db, id, (tx) =>
      tx('former_code_names').pluck('code_name'),
    );
    expect(remaining).toEqual(['mlodsza']);
  });
});

describe('GET /api/organizations/{id}/contents', () => {
  it('counts the members and groups of this organization, for organization managers only', async () => {
    const { id } = (await create('zliczana')).body;
    const admin = await identity.addMember(id, 'liczna', ['ORG_ADMIN']);
    const gone = await identity.addMember(id, 'liczonydawno', ['MEMBER']);
    const organization = { id, code: 'zliczana' };
    const token = await identity.signIn('liczna', organization);
    const inIt = (method: string, path: string, body?: object) =>
      identity.request(method, path, { token, organization, ...(body ? { body } : {}) });
    await inIt('DELETE', `/api/users/${gone}`);
    await inIt('POST', '/api/groups', { name: 'Zespół', members: [{ userId: admin }] });
    const path = `/api/organizations/${id}/contents`;
    expect((await call('GET', path, tokens.super)).body).toEqual({ userCount: 1, groupCount: 1 });
    expect((await inIt('GET', path)).status).toBe(403);
    expect((await call('GET', path)).status).toBe(401);
    await deleteOrganization(id);
    expect((await call('GET', path, tokens.super)).status).toBe(404);
  });
});

describe('DELETE /api/organizations/{id}', () => {
  it('refuses another code name, for example after a concurrent rename', async () => {
    const { id } = (await create('dopisana')).body;
    await updateOrganization(id, { name: 'Firma', codeName: 'przepisana' });
    const remove = (codeName: string) =>
      call('DELETE', `/api/organizations/${id}?codeName=${codeName}`, tokens.super);
    expect(await remove('dopisana')).toMatchObject({
      status: 409,
      body: { message: 'The code name of this organization is now przepisana.' },
    });
    expect(await getStatusByCode('przepisana')).toBe(200);
    expect((await remove('')).status).toBe(409);
    expect((await remove('przepisana')).status).toBe(204);
    expect((await remove('przepisana')).status).toBe(404);
  });

  const createWithAdmin = async (code: string) => {
    const { body } = await create(code);
    await identity.addMember(body.id, `osoba-${code}`, ['ORG_ADMIN']);
    return { id: body.id as number, code };
  };

  it('ends the sessions of the organization but not those on the main domain', async () => {
    const organization = await createWithAdmin('znika');
    const [memberToken, mainDomainToken] = [
      await identity.signIn('osoba-znika', organization),
      await identity.signIn('osoba-znika'),
    ];
    const superToken = await identity.signIn('super', organization);
    expect((await deleteOrganization(organization.id)).status).toBe(204);
    for (const token of [memberToken, superToken]) {
      const response = await identity.request('GET', '/api/auth/me', { token, organization });
      expect(response.status).toBe(401);
    }
    expect((await call('GET', '/api/auth/me', mainDomainToken)).status).toBe(200);
    expect((await call('GET', '/api/organizations', mainDomainToken)).body).toEqual([]);
    const revoked = await recordedEvents(identity.db.knex, 'obieg.identity.session.revoked');
    expect(revoked.length).toBeGreaterThanOrEqual(2);
    const deletions = await recordedEvents(identity.db.knex, 'obieg.identity.organization.deleted');
    expect(deletions.at(-1)?.data).toEqual({ id: organization.id, codeName: 'znika' });
  });

  it('makes all requests to the organization fail, even if the gateway still forwards them', async () => {
    const organization = await createWithAdmin('zamknieta');
    const at = (path: string, body: unknown) => identity.request('POST', path, { organization, body });
    const anna = await identity.signIn('osoba-zamknieta', organization);
    await identity.request('POST', '/api/admin/invite-user', {
      token: anna,
      organization,
      body: { email: 'gosc@obieg.test', roles: ['MEMBER'] },
    });
    const { body_text } = await identity.db
      .knex('mail_queue')
      .where({ recipient: 'gosc@obieg.test' })
      .first();
    const handOver = await call('POST', '/api/auth/hand-over', tokens.super, {
      organizationId: organization.id,
    });
    await deleteOrganization(organization.id);
    for (const table of ['invitations', 'hand_overs', 'verifications'])
      expect(
        await withOrganization(identity.db, organization.id, (tx) =>
          tx(table).where({ organization_id: organization.id }),
        ),
      ).toEqual([]);
    const notFound = { status: 404, body: { code: 'ORGANIZATION_NOT_FOUND' } };
    const login = 'osoba-zamknieta';
    expect(await at('/api/auth/signin', { email: login, password })).toMatchObject(notFound);
    expect(await at('/api/auth/signin', { email: 'super', password })).toMatchObject(notFound);
    expect(await at('/api/auth/check-login-methods', { email: login })).toMatchObject(notFound);
    expect(await at('/api/email-verification/send-code', { email: login })).toMatchObject(notFound);
    const token = /token=([\w-]+)/.exec(body_text)?.[1];
    expect((await at('/api/auth/set-password', { token, password })).status).toBe(404);
    const code = handOver.body.address.split('#code=')[1];
    expect(await at('/api/auth/exchange', { code })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TOKEN' },
    });
    expect(
      (await call('POST', '/api/auth/hand-over', tokens.super, { organizationId: organization.id })).status,
    ).toBe(404);
    expect((await call('GET', `/api/organizations/${organization.id}`, tokens.super)).status).toBe(404);
    expect((await updateOrganization(organization.id, { name: 'Wraca', codeName: 'wraca' })).status).toBe(
      404,
    );
  });

  it('leaves no session of a concurrent sign-in', async () => {
    for (let round = 0; round < 5; round++) {
      const organization = await createWithAdmin(`chwila${round}`);
      const signIn = { organization, body: { email: `osoba-${organization.code}`, password } };
      const [, signedIn] = await Promise.all([
        deleteOrganization(organization.id),
        identity.request('POST', '/api/auth/signin', signIn),
      ]);
      const live = await identity.db
        .knex('sessions')
        .where({ organization_id: organization.id })
        .whereNull('revoked_at');
      expect(live).toEqual([]);
      expect([200, 401, 404]).toContain(signedIn.status);
    }
  });

  it('reserves its code name for thirty days', async () => {
    const organization = await createWithAdmin('trzymana');
    await deleteOrganization(organization.id);
    const setDeletionAge = (days: number) =>
      identity.db
        .knex('organizations')
        .where({ id: organization.id })
        .update({ deleted_at: identity.db.knex.raw(`now() - ? * interval '1 day'`, [days]) });
    expect((await create('trzymana')).status).toBe(409);
    expect((await updateOrganization(acme.id, { name: 'Acme', codeName: 'trzymana' })).status).toBe(409);
    await setDeletionAge(29);
    expect((await create('trzymana')).status).toBe(409);
    await setDeletionAge(31);
    const next = await create('trzymana');
    expect(next.status).toBe(201);
    expect(next.body.id).not.toBe(organization.id);
    expect(await getStatusByCode('trzymana')).toBe(200);
  });

  it('removes the organization from the list for the gateway', async () => {
    const listOrganizations = async () => (await identity.request('GET', '/internal/organizations')).body;
    const organization = await createWithAdmin('spis');
    const name = 'Spisana';
    await updateOrganization(organization.id, { name, codeName: organization.code });
    expect(await listOrganizations()).toContainEqual({
      id: organization.id,
      name,
      codeName: organization.code,
      timeZone: 'Europe/Warsaw',
      formerCodeNames: [],
    });
    await deleteOrganization(organization.id);
    const remaining = await listOrganizations();
    expect(remaining).toContainEqual(expect.objectContaining({ id: acme.id, codeName: 'acme' }));
    expect(remaining).not.toContainEqual(expect.objectContaining({ id: organization.id }));
  });

  it('returns 204 to one of several concurrent calls and 404 to the others', async () => {
    const organization = await createWithAdmin('raz');
    const responses = await Promise.all([1, 2, 3].map(() => deleteOrganization(organization.id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  });
});
