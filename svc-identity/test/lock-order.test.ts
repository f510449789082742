import { type Tx, withTransaction } from '@obieg/service-kit';
import { untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepExpired } from '../src/sweep';
import { type AttackFixture, startAttackFixture } from './attack-fixture';
import { runWhileLocked, type SendRequest } from './run-while-locked';

let fixture: AttackFixture;
beforeAll(async () => {
  fixture = await startAttackFixture();
});
afterAll(() => fixture.identity.close());
beforeEach(() => fixture.resetSendLimits());

const lockUser = (id: number) => (tx: Tx) => tx('users').where({ id }).forUpdate().first('id');
const lockAddress = (email: string) => (tx: Tx) =>
  tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 1))', [email]);

const runConcurrently = (
  lock: (tx: Tx) => Promise<unknown>,
  requests: readonly SendRequest[],
): Promise<number[]> => runWhileLocked(fixture.identity.db, lock, requests);

const sendCode = async (email: string): Promise<{ token: string; code: string | undefined }> => {
  await fixture.resetSendLimits();
  const { body } = await fixture.callAcme('POST', '/api/email-verification/send-code', undefined, { email });
  return { token: body.token, code: /\b(\d{6})\b/.exec(await fixture.readLastMail(email))?.[1] };
};
const verify = (sent: Awaited<ReturnType<typeof sendCode>>) =>
  fixture.callAcme('POST', '/api/email-verification/verify-with-token', undefined, sent);
const getVerifiedToken = async (email: string): Promise<string> => {
  const sent = await sendCode(email);
  expect((await verify(sent)).status).toBe(200);
  return sent.token;
};
const createHandOverCode = async (userName: string): Promise<string> => {
  const { body } = await fixture.identity.request('POST', '/api/auth/hand-over', {
    token: await fixture.identity.signIn(userName),
    body: { organizationId: fixture.acme.id },
  });
  return body.address.split('#code=')[1];
};
const exchange = (code: string) => fixture.callAcme('POST', '/api/auth/exchange', undefined, { code });
const remove = (id: number) => fixture.callAcme('DELETE', `/api/users/${id}`, fixture.tokens.anna);
const findUserId = async (email: string): Promise<number> =>
  (await fixture.identity.db.knex('users').where({ email }).first('id')).id;

describe('concurrent requests', () => {
  it('set the password with the first of two verified tokens only', async () => {
    const tokens = [await getVerifiedToken('olga@obieg.test'), await getVerifiedToken('olga@obieg.test')];
    const calls = tokens.map((token) => () => fixture.setPassword(token));
    expect(await runConcurrently(lockUser(fixture.ids.olga), calls)).toEqual([200, 400]);
  });

  it('set the password with the first of two invitations only', async () => {
    const email = 'dwie-firmy@obieg.test';
    const acmeToken = await fixture.invite(email);
    const globexToken = await fixture.invite(email, fixture.globex, fixture.tokens.greta);
    const calls = [
      () => fixture.setPassword(acmeToken),
      () => fixture.setPassword(globexToken, 'nowe-haslo', fixture.globex),
    ];
    expect(await runConcurrently(lockUser(await findUserId(email)), calls)).toEqual([200, 400]);
  });

  it('do not deadlock when they remove a user and exchange a hand-over', async () => {
    const id = await fixture.identity.addMember(fixture.acme.id, 'przekazana', ['MEMBER']);
    const code = await createHandOverCode('przekazana');
    expect(await runConcurrently(lockUser(id), [() => exchange(code), () => remove(id)])).toEqual([400, 204]);
  });

  it('do not deadlock when they remove a user and set a password by invitation', async () => {
    const email = 'zaproszona@obieg.test';
    const token = await fixture.invite(email);
    const id = await findUserId(email);
    expect(await runConcurrently(lockUser(id), [() => fixture.setPassword(token), () => remove(id)])).toEqual(
      [400, 204],
    );
  });
});

describe('the locks on several sessions', () => {
  const ids = ['00000000-0000-4000-8000-000000000001', 'ffffffff-ffff-4fff-bfff-ffffffffffff'] as const;
  const [first, last] = ids;
  const sessions = () => fixture.identity.db.knex('sessions').whereIn('id', [...ids]);
  const lockSession = (tx: Tx, id: string) => tx('sessions').where({ id }).forUpdate().first('id');

  /** Opens sessions whose ids are not in insertion order. */
  const openSessions = async (name: string, expires: string): Promise<number> => {
    const { db, addMember } = fixture.identity;
    const id = await addMember(fixture.acme.id, name, ['MEMBER']);
    await sessions().delete();
    for (const sessionId of [last, first])
      await db.knex('sessions').insert({
        id: sessionId,
        user_id: id,
        organization_id: fixture.acme.id,
        expires_at: db.knex.raw(`now() + cast(? as interval)`, [expires]),
      });
    return id;
  };
  /** Runs `end` while another transaction locks the first session, waits, and then locks the last. */
  const runDuringOrderedLocks = async <T>(end: () => Promise<T>): Promise<T> => {
    const { db } = fixture.identity;
    let ending: Promise<T> | undefined;
    await withTransaction(db, async (tx) => {
      await lockSession(tx, first);
      ending = end();
      ending.catch(() => undefined);
      await untilLockWaits(db.knex);
      await lockSession(tx, last);
    });
    return ending as Promise<T>;
  };

  it.each<[string, (id: number) => Promise<{ status: number }>, number]>([
    ['the removal of a user', (id) => remove(id), 204],
    [
      'a new password',
      async (id) => {
        const { email } = await fixture.identity.db.knex('users').where({ id }).first('email');
        return fixture.setPassword(await getVerifiedToken(email));
      },
      200,
    ],
  ])('are acquired in the order of ids by %s', async (name, end, status) => {
    const id = await openSessions(name.replaceAll(' ', '-'), '1 hour');
    expect((await runDuringOrderedLocks(() => end(id))).status).toBe(status);
    expect(await sessions().whereNotNull('revoked_at').pluck('id')).toHaveLength(2);
  });

  it('are acquired in the order of ids by the sweep', async () => {
    await openSessions('dawno', '-31 days');
    await runDuringOrderedLocks(() => sweepExpired(fixture.identity.db));
    expect(await sessions().pluck('id')).toEqual([]);
  });

  it('do not deadlock when an organization is deleted and a code is verified', async () => {
    const sent = await sendCode('nowa@poczta.test');
    const superToken = await fixture.identity.signIn('super', fixture.acme);
    const end = () => fixture.callAcme('DELETE', `/api/organizations/${fixture.acme.id}`, superToken);
    const statuses = await runConcurrently(lockAddress('nowa@poczta.test'), [() => verify(sent), end]);
    expect(statuses).toEqual([200, 204]);
  });

  it('start no session by a code when the organization has been deleted', async () => {
    const organization = await fixture.identity.addOrganization('znikajaca');
    const post = (action: string, body: object) =>
      fixture.identity.request('POST', `/api/email-verification/${action}`, { organization, body });
    const email = 'ostatnia@poczta.test';
    const { token } = (await post('send-code', { email })).body;
    const code = /\b(\d{6})\b/.exec(await fixture.readLastMail(email))?.[1];
    const deleteOrganization = (tx: Tx) =>
      tx('organizations').where({ id: organization.id }).update({ deleted_at: tx.fn.now() });
    const verifyWhileDeleted = () => post('verify-with-token', { token, code });
    expect(await runConcurrently(deleteOrganization, [verifyWhileDeleted])).toEqual([400]);
    expect(await fixture.identity.db.knex('users').where({ email })).toEqual([]);
  });
});
