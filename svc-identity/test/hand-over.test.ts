import { withOrganization, withTransaction } from '@obieg/service-kit';
import { untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
let globex: { id: number; code: string };
let tokens: { olga: string; super: string };
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  globex = await identity.addOrganization('globex');
  await identity.addMember(acme.id, 'olga', ['OPERATOR']);
  tokens = { olga: await identity.signIn('olga'), super: await identity.signIn('super') };
});
afterAll(() => identity.close());

const handOver = (token: string | undefined, organizationId: unknown) =>
  identity.request('POST', '/api/auth/hand-over', { ...(token ? { token } : {}), body: { organizationId } });
const exchange = (code: unknown, organization = acme) =>
  identity.request('POST', '/api/auth/exchange', { organization, body: { code } });
const codeOf = ({ body }: { body: { address: string } }): string => body.address.split('#code=')[1] ?? '';

describe('hand-over from the main domain to an organization', () => {
  it('returns an address with a code that signs in once', async () => {
    const response = await handOver(tokens.olga, acme.id);
    expect(response.body.address).toMatch(/^http:\/\/acme\.obieg\.localhost:8080\/login#code=[\w-]{43}$/);
    const { status, body } = await exchange(codeOf(response));
    expect([status, body.username]).toEqual([200, 'olga']);
    const check = await identity.request('GET', '/api/permissions/check', {
      organization: acme,
      token: body.token,
    });
    expect(check.body).toMatchObject({ hasOperatorPermission: true });
    expect((await exchange(codeOf(response))).status).toBe(400);
  });

  it('succeeds for one of two concurrent exchanges', async () => {
    const code = codeOf(await handOver(tokens.olga, acme.id));
    const statuses = (await Promise.all([exchange(code), exchange(code)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
  });

  it('is limited to members and super administrators', async () => {
    expect((await handOver(undefined, acme.id)).status).toBe(401);
    expect((await handOver(tokens.olga, globex.id)).status).toBe(404);
    expect((await handOver(tokens.olga, 999_999)).status).toBe(404);
    expect((await exchange(codeOf(await handOver(tokens.super, globex.id)), globex)).status).toBe(200);
  });

  it('fails on the address of another organization and after its expiry', async () => {
    expect((await exchange(codeOf(await handOver(tokens.olga, acme.id)), globex)).status).toBe(400);
    const expired = codeOf(await handOver(tokens.olga, acme.id));
    await withOrganization(identity.db, acme.id, (tx) =>
      tx('hand_overs').update({ expires_at: tx.raw(`now() - interval '1 second'`) }),
    );
    expect((await exchange(expired)).status).toBe(400);
  });

  it('is invalid after its session ends by sign-out or a new password', async () => {
    const signedOut = await identity.signIn('olga');
    const code = codeOf(await handOver(signedOut, acme.id));
    await identity.request('POST', '/api/auth/sign-out', { token: signedOut });
    expect(await exchange(code)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect((await exchange(code)).status).toBe(400);

    await identity.addMember(acme.id, 'zmienna', ['MEMBER']);
    const codeBefore = codeOf(await handOver(await identity.signIn('zmienna'), acme.id));
    const sent = await identity.request('POST', '/api/email-verification/send-code', {
      body: { email: 'zmienna' },
    });
    const mail = await identity.db.knex('mail_queue').where({ recipient: 'zmienna@obieg.test' }).first();
    const { token } = sent.body;
    await identity.request('POST', '/api/email-verification/verify-with-token', {
      body: { token, code: /\b(\d{6})\b/.exec(mail.body_text)?.[1] },
    });
    const body = { token, password: 'nowe-haslo' };
    const changed = await identity.request('POST', '/api/auth/set-password', { body });
    expect(changed.status).toBe(200);
    expect((await exchange(codeBefore)).status).toBe(400);
    expect((await exchange(codeOf(await handOver(changed.body.token, acme.id)))).status).toBe(200);
  });

  it('waits for a concurrent password change and then fails', async () => {
    const id = await identity.addMember(acme.id, 'rownolegla', ['MEMBER']);
    const code = codeOf(await handOver(await identity.signIn('rownolegla'), acme.id));
    let pendingResponse: ReturnType<typeof exchange> | undefined;
    await withTransaction(identity.db, async (tx) => {
      await tx('users').where({ id }).update({ password_hash: 'another' });
      pendingResponse = exchange(code);
      await untilLockWaits(identity.db.knex);
      await tx('sessions').where({ user_id: id }).update({ revoked_at: tx.fn.now() });
    });
    expect((await pendingResponse)?.status).toBe(400);
    expect(await identity.db.knex('sessions').where({ user_id: id }).whereNull('revoked_at')).toEqual([]);
  });

  it('rejects bad input with 422, and an unknown code with 400', async () => {
    for (const id of [undefined, 'x', -1, 0.5]) expect((await handOver(tokens.olga, id)).status).toBe(422);
    for (const code of [undefined, '', ['x'], 'x'.repeat(300)])
      expect((await exchange(code)).status).toBe(422);
    expect((await exchange('unknown')).status).toBe(400);
  });
});
