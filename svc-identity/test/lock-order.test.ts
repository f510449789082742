import { type Tx, withTransaction } from '@obieg/service-kit';
import { countLockWaits, pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AttacksWorld, startAttacksWorld } from './attacks-world';

let world: AttacksWorld;
beforeAll(async () => {
  world = await startAttacksWorld();
});
afterAll(() => world.identity.close());
beforeEach(() => world.forgetSends());

const holdUser = (id: number) => (tx: Tx) => tx('users').where({ id }).forUpdate().first('id');
const holdAddress = (email: string) => (tx: Tx) =>
  tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 1))', [email]);

type Call = () => Promise<{ status: number }>;

/**
 * Starts the calls one after the other while a lock is held that stops the first in the middle of its work, and lets
 * them go on when each has ended or waits for somebody.
 */
const meet = async (hold: (tx: Tx) => Promise<unknown>, calls: Call[]): Promise<number[]> => {
  const started: Promise<{ status: number }>[] = [];
  let ended = 0;
  const stoppedOrEnded = async (): Promise<true | undefined> =>
    (await countLockWaits(world.identity.db.knex)) + ended >= started.length || undefined;
  await withTransaction(world.identity.db, async (tx) => {
    await hold(tx);
    for (const call of calls) {
      const answer = call();
      started.push(answer);
      void answer.finally(() => ended++);
      await pollUntil(stoppedOrEnded, { describe: 'all calls to wait or to end' });
    }
  });
  return (await Promise.all(started)).map(({ status }) => status);
};

const sendCode = async (email: string): Promise<{ token: string; code: string | undefined }> => {
  await world.forgetSends();
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

it('of two verified tokens of one account used at once the first chooses the password', async () => {
  const tokens = [await verifiedToken('olga@obieg.test'), await verifiedToken('olga@obieg.test')];
  const calls = tokens.map((token) => () => world.setPassword(token));
  expect(await meet(holdUser(world.ids.olga), calls)).toEqual([200, 400]);
});

it('of two invitations of one account used at once the first chooses the password', async () => {
  const email = 'dwie-firmy@obieg.test';
  const here = await world.invite(email);
  const there = await world.invite(email, world.globex, world.tokens.greta);
  const calls = [() => world.setPassword(here), () => world.setPassword(there, 'nowe-haslo', world.globex)];
  expect(await meet(holdUser(await userId(email)), calls)).toEqual([200, 400]);
});

it('a removal meets the exchange of a hand-over', async () => {
  const id = await world.identity.addMember(world.acme.id, 'przekazana', ['MEMBER']);
  const code = await handOverCode('przekazana');
  expect(await meet(holdUser(id), [() => exchange(code), () => remove(id)])).toEqual([400, 204]);
});

it('a removal meets the password of an invitation', async () => {
  const email = 'zaproszona@obieg.test';
  const token = await world.invite(email);
  const id = await userId(email);
  expect(await meet(holdUser(id), [() => world.setPassword(token), () => remove(id)])).toEqual([400, 204]);
});

it('the end of an organization meets a code that is typed there', async () => {
  const sent = await sendCode('nowa@poczta.test');
  const superHere = await world.identity.signIn('super', world.acme);
  const end = () => world.here('DELETE', `/api/organizations/${world.acme.id}`, superHere);
  const statuses = await meet(holdAddress('nowa@poczta.test'), [() => verify(sent), end]);
  expect(statuses).toEqual([200, 204]);
});
