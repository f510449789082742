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

const [address, otherAddress] = ['203.0.113.1', '203.0.113.2'];
const signIn = async (email: string, secret: string, ip: string): Promise<number> =>
  (
    await identity.request('POST', '/api/auth/signin', {
      organization: acme,
      body: { email, password: secret },
      headers: { 'x-forwarded-for': ip },
    })
  ).status;
const failSignIns = async (email: string, ip: string, times: number): Promise<void> => {
  for (let count = 0; count < times; count++) expect(await signIn(email, 'guess', ip)).toBe(401);
};

describe('failed sign-ins', () => {
  it('are reset for the account and address of a successful sign-in only', async () => {
    await failSignIns('piotr', address, 10);
    await failSignIns('olga', otherAddress, 10);
    await failSignIns('olga', address, 9);
    expect(await signIn('olga', password, address)).toBe(200);
    await failSignIns('olga', address, 10);
    expect(await signIn('piotr', password, address)).toBe(429);
    expect(await signIn('olga', password, otherAddress)).toBe(429);
  });

  it('are not swept while they count', async () => {
    await failSignIns('olga', address, 10);
    await failSignIns('piotr', address, 1);
    await identity.db
      .knex('sign_in_failures')
      .where({ account: 'piotr' })
      .update({
        failed_at: identity.db.knex.raw(`now() - interval '61 minutes'`),
      });
    await sweepExpired(identity.db);
    expect(await identity.db.knex('sign_in_failures').where({ account: 'piotr' })).toEqual([]);
    expect(await signIn('olga', password, address)).toBe(429);
  });
});
