import { type Tx, withTransaction } from '@obieg/service-kit';
import { untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepExpired } from '../src/sweep';
import { type AttacksWorld, startAttacksWorld } from './attacks-world';
import { type Call, meet } from './meet';

let world: AttacksWorld;
beforeAll(async () => {
  world = await startAttacksWorld();
});
afterAll(() => world.identity.close());
beforeEach(() => world.resetSendLimits());

const holdUser = (id: number) => (tx: Tx) => tx('users').where({ id }).forUpdate().first('id');
const holdAddress = (email: string) => (tx: Tx) =>
  tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 1))', [email]);

const meetHere = (hold: (tx: Tx) => Promise<unknown>, calls: readonly Call[]): Promise<number[]> =>
  meet(world.identity.db, hold, calls);

const sendCode = async (email: string): Promise<{ token: string; code: string | undefined }> => {
  await world.resetSendLimits();
  const { body } = await world.here('POST', '/api/email-verification/send-code', undefined, { email });
  return { token: body.token, code: /\b(\d{6})\b/.exec(await world.lastMailTo(email))?.[1] };
};
const verify = (sent: Awaited<ReturnType<typeof sendCode>>) =>
  world.here('POST', '/api/email-verification/verify-with-token', undefined, sent);
const verifiedToken = async (email: string): Promise<string> => {
  const sent = await sendCode(email);
  expect((await verify(sent)).status).toBe(200);
  return sent.token;
};
const handOverCode = async (userName: string): Promise<string> => {
  const { body } = await world.identity.request('POST', '/api/auth/hand-over', {
    token: await world.identity.signIn(userName),
    body: { organizationId: world.acme.id },
  });
  return body.address.split('#code=')[1];
};
const exchange = (code: string) => world.here('POST', '/api/auth/exchange', undefined, { code });
const remove = (id: number) => world.here('DELETE', `/api/users/${id}`, world.tokens.anna);
const userId = async (email: string): Promise<number> =>
  (await world.identity.db.knex('users').where({ email }).first('id')).id;

describe('concurrent calls', () => {
  it('set the password with the first of two verified tokens', async () => {
    const tokens = [await verifiedToken('olga@obieg.test'), await verifiedToken('olga@obieg.test')];
    const calls = tokens.map((token) => () => world.setPassword(token));
    expect(await meetHere(holdUser(world.ids.olga), calls)).toEqual([200, 400]);
  });

  it('set the password with the first of two invitations', async () => {
    const email = 'dwie-firmy@obieg.test';
    const here = await world.invite(email);
    const there = await world.invite(email, world.globex, world.tokens.greta);
    const calls = [() => world.setPassword(here), () => world.setPassword(there, 'nowe-haslo', world.globex)];
    expect(await meetHere(holdUser(await userId(email)), calls)).toEqual([200, 400]);
  });

  it('do not deadlock when they remove a user and exchange a hand-over', async () => {
    const id = await world.identity.addMember(world.acme.id, 'przekazana', ['MEMBER']);
    const code = await handOverCode('przekazana');
    expect(await meetHere(holdUser(id), [() => exchange(code), () => remove(id)])).toEqual([400, 204]);
  });

  it('do not deadlock when they remove a user and set a password by invitation', async () => {
    const email = 'zaproszona@obieg.test';
    const token = await world.invite(email);
    const id = await userId(email);
    expect(await meetHere(holdUser(id), [() => world.setPassword(token), () => remove(id)])).toEqual([
      400, 204,
    ]);
  });
});

describe('locks on several sessions', () => {
  const ids = ['00000000-0000-4000-8000-000000000001', 'ffffffff-ffff-4fff-bfff-ffffffffffff'] as const;
  const [first, last] = ids;
  const sessions = () => world.identity.db.knex('sessions').whereIn('id', [...ids]);
  const hold = (tx: Tx, id: string) => tx('sessions').where({ id }).forUpdate().first('id');

  /** Opens sessions whose ids are not in insertion order. */
  const openSessions = async (name: string, expires: string): Promise<number> => {
    const { db, addMember } = world.identity;
    const id = await addMember(world.acme.id, name, ['MEMBER']);
    await sessions().delete();
    for (const sessionId of [last, first])
      await db.knex('sessions').insert({
        id: sessionId,
        user_id: id,
        organization_id: world.acme.id,
        expires_at: db.knex.raw(`now() + cast(? as interval)`, [expires]),
      });
    return id;
  };
  /** Runs `end` while another transaction holds the first session and then requests the last. */
  const meetInOrder = async <T>(end: () => Promise<T>): Promise<T> => {
    const { db } = world.identity;
    let ending: Promise<T> | undefined;
    await withTransaction(db, async (tx) => {
      await hold(tx, first);
      ending = end();
      ending.catch(() => undefined);
      await untilLockWaits(db.knex);
      await hold(tx, last);
    });
    return ending as Promise<T>;
  };

  it.each<[string, (id: number) => Promise<{ status: number }>, number]>([
    ['those that a removal ends', (id) => remove(id), 204],
    [
      'those that a new password ends',
      async (id) => {
        const { email } = await world.identity.db.knex('users').where({ id }).first('email');
        return world.setPassword(await verifiedToken(email));
      },
      200,
    ],
  ])('%s follow the order of ids', async (name, end, status) => {
    const id = await openSessions(name.replaceAll(' ', '-'), '1 hour');
    expect((await meetInOrder(() => end(id))).status).toBe(status);
    expect(await sessions().whereNotNull('revoked_at').pluck('id')).toHaveLength(2);
  });

  it('the sweep follows the order of ids', async () => {
    await openSessions('dawno', '-31 days');
    await meetInOrder(() => sweepExpired(world.identity.db));
    expect(await sessions().pluck('id')).toEqual([]);
  });

  it('are taken in order when an organization is deleted and a code verified', async () => {
    const sent = await sendCode('nowa@poczta.test');
    const superHere = await world.identity.signIn('super', world.acme);
    const end = () => world.here('DELETE', `/api/organizations/${world.acme.id}`, superHere);
    const statuses = await meetHere(holdAddress('nowa@poczta.test'), [() => verify(sent), end]);
    expect(statuses).toEqual([200, 204]);
  });
});
