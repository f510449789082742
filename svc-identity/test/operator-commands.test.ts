import { createLog, createSecretBox } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importTotp } from '../src/second-factor/import-totp';
import { reencryptFactors } from '../src/second-factor/reencrypt-secrets';
import { operatorOrigin } from '../src/security-log/origin';
import { createSuperAdmin } from '../src/users/super-admin';
import { password } from './identity-service';
import { codeOf, type SecondFactorFixture, startSecondFactorFixture } from './second-factor-fixture';

let fixture: SecondFactorFixture;
beforeAll(async () => {
  fixture = await startSecondFactorFixture();
});
afterAll(() => fixture.identity.close());

const log = createLog('test', 'silent');
const origin = operatorOrigin(log);
const keyOfTests = Buffer.alloc(32, 'key of tests');
const box = createSecretBox([keyOfTests]);
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

describe('import-totp', () => {
  const run = (email: string, more = {}) =>
    importTotp(
      fixture.identity.db,
      box,
      { TOTP_EMAIL: email, TOTP_SECRET: secret, TOTP_NAME: 'Telefon', ...more },
      origin,
    );

  it('gives an account its app, once, and ends its sessions', async () => {
    const { acme, addPerson, challengeOf, secondStep, isAlive, identity } = fixture;
    const { id, email, username, token } = await addPerson();
    await run(email);
    await run(email);
    expect(await identity.db.knex('second_factors').where({ user_id: id })).toHaveLength(1);
    expect(await isAlive(token)).toBe(false);
    const answer = await secondStep(await challengeOf(username), { code: codeOf(secret) }, acme);
    expect(answer.status).toBe(200);
  });

  it('refuses unknown accounts and bad secrets', async () => {
    await expect(run('nikt@obieg.test')).rejects.toThrow('no account');
    expect(() => run('nikt@obieg.test', { TOTP_SECRET: 'krotki' })).toThrow('TOTP_SECRET');
  });
});

describe('reencrypt-secrets', () => {
  it('uses the newest key, so that the older one can be removed', async () => {
    const { acme, addPersonWithTotp, identity, forgetSteps, challengeOf, secondStep } = fixture;
    const person = await addPersonWithTotp();
    const newer = Buffer.alloc(32, 'newer');
    await reencryptFactors(identity.db, createSecretBox([newer, keyOfTests]));
    const rows = await identity.db.knex('second_factors').where({ user_id: person.id });
    expect(createSecretBox([newer]).isCurrent(rows[0].secret)).toBe(true);
    // The service of the fixture has the older key only.
    await reencryptFactors(identity.db, createSecretBox([keyOfTests, newer]));
    await forgetSteps();
    const answer = await secondStep(
      await challengeOf(person.username),
      { code: codeOf(person.secret) },
      acme,
    );
    expect(answer.status).toBe(200);
  });
});

describe('create-super-admin', () => {
  it('removes the second factors of an existing administrator', async () => {
    const { identity, addTotp, firstStep } = fixture;
    const token = await identity.signIn('super');
    await addTotp(token, null);
    expect((await firstStep('super')).body.secondStep).toBeDefined();
    await createSuperAdmin(identity.db, { email: 'super@obieg.test', username: 'super', password }, origin);
    expect((await firstStep('super')).body.token).toEqual(expect.any(String));
  });
});
