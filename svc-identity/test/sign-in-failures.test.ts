import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepExpired } from '../src/sweep';
import { type Identity, password, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  await identity.addMember(acme.id, 'olga', ['OPERATOR']);
  await identity.addMember(acme.id, 'piotr', ['MEMBER']);
});
afterAll(() => identity.close());
beforeEach(() => identity.db.knex('sign_in_failures').delete());

const [home, elsewhere] = ['203.0.113.1', '203.0.113.2'];
const signIn = async (email: string, secret: string, ip: string): Promise<number> =>
  (
    await identity.request('POST', '/api/auth/signin', {
      organization: acme,
      body: { email, password: secret },
      headers: { 'x-forwarded-for': ip },
    })
  ).status;
const guess = async (email: string, ip: string, times: number): Promise<void> => {
  for (let count = 0; count < times; count++) expect(await signIn(email, 'guess', ip)).toBe(401);
};

describe('failed sign-ins', () => {
  it('are reset for the account and address of a successful sign-in only', async () => {
    await guess('piotr', home, 10);
    await guess('olga', elsewhere, 10);
    await guess('olga', home, 9);
    expect(await signIn('olga', password, home)).toBe(200);
    await guess('olga', home, 10);
    expect(await signIn('piotr', password, home)).toBe(429);
    expect(await signIn('olga', password, elsewhere)).toBe(429);
  });

  it('are kept by the sweep while they count', async () => {
    await guess('olga', home, 10);
    await guess('piotr', home, 1);
    await identity.db
      .knex('sign_in_failures')
      .where({ account: 'piotr' })
      .update({
        failed_at: identity.db.knex.raw(`now() - interval '61 minutes'`),
      });
    await sweepExpired(identity.db);
    expect(await identity.db.knex('sign_in_failures').where({ account: 'piotr' })).toEqual([]);
    expect(await signIn('olga', password, home)).toBe(429);
  });
});
