import { withEveryOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AttackFixture, startAttackFixture } from './attack-fixture';
import { password } from './identity-service';

let fixture: AttackFixture;
beforeAll(async () => {
  fixture = await startAttackFixture();
});
afterAll(() => fixture.identity.close());
beforeEach(() => fixture.resetSendLimits());

const attacker = { 'x-forwarded-for': '203.0.113.66' };
const owner = { 'x-forwarded-for': '198.51.100.7' };
const badToken = {
  status: 400,
  body: { code: 'INVALID_TOKEN', message: 'Nieprawidłowy lub wygasły token' },
};

const requestCode = async (login: string, client: object): Promise<string> => {
  const body = { email: login };
  const response = await fixture.callAcme(
    'POST',
    '/api/email-verification/send-code',
    undefined,
    body,
    client,
  );
  return response.body.token;
};
/** Enters the code of the newest mail. @returns the session's token */
const enterCode = async (token: string, email: string, client: object): Promise<string> => {
  const code = /\b(\d{6})\b/.exec(await fixture.readLastMail(email))?.[1];
  const body = { token, code };
  const path = '/api/email-verification/verify-with-token';
  return (await fixture.callAcme('POST', path, undefined, body, client)).body.jwtToken;
};
const setPassword = (token: string, client: object, session?: string, value = 'nowe-haslo') =>
  fixture.callAcme('POST', '/api/auth/set-password', session, { token, password: value }, client);
const getTokenInfo = (token: string, client: object, session?: string) =>
  fixture.callAcme('GET', `/api/email-verification/token-info/${token}`, session, undefined, client);
const signInAs = (email: string, value: string) =>
  fixture.callAcme('POST', '/api/auth/signin', undefined, { email, password: value });

describe('a token after another client has entered its code', () => {
  it('neither sets a password nor reveals the address, and stays valid for that client', async () => {
    const token = await requestCode('olga', attacker);
    const session = await enterCode(token, 'olga@obieg.test', owner);
    expect(await setPassword(token, attacker, undefined, 'przejete')).toMatchObject(badToken);
    expect(await setPassword(token, attacker, fixture.tokens.wiktor, 'przejete')).toMatchObject(badToken);
    // An attacker with a session does not count as a client without one.
    expect(await setPassword(token, owner, fixture.tokens.wiktor, 'przejete')).toMatchObject(badToken);
    const [entry] = await withEveryOrganization(fixture.identity.db, (tx) =>
      tx('security_log').where({ event: 'password.set' }).orderBy('id'),
    );
    expect(entry).toMatchObject({
      outcome: 'refused',
      organization_id: fixture.acme.id,
      ip: '203.0.113.66',
      details: { reason: 'INVALID_TOKEN' },
    });
    for (const otherSession of [undefined, fixture.tokens.wiktor])
      expect((await getTokenInfo(token, attacker, otherSession)).body.email).toBe('***');
    expect((await signInAs('olga', password)).status).toBe(200);
    expect((await getTokenInfo(token, owner, session)).body.email).toBe('olga@obieg.test');
    expect((await setPassword(token, owner, session)).status).toBe(200);
    expect((await signInAs('olga', 'nowe-haslo')).status).toBe(200);
    expect((await signInAs('olga', 'przejete')).status).toBe(401);
  });

  it('works from another client address only together with its session', async () => {
    const moved = { 'x-forwarded-for': '192.0.2.1' };
    const token = await requestCode('ruchoma@poczta.test', owner);
    const session = await enterCode(token, 'ruchoma@poczta.test', owner);
    expect(await setPassword(token, moved)).toMatchObject(badToken);
    expect((await setPassword(token, moved, session)).status).toBe(200);

    const neighbour = { 'x-forwarded-for': '2001:db8:1:3::1' };
    const [first, second] = ['2001:db8:1:2::1', '2001:db8:1:2::2'].map((ip) => ({ 'x-forwarded-for': ip }));
    const other = await requestCode('bez-sesji@poczta.test', attacker);
    await enterCode(other, 'bez-sesji@poczta.test', first ?? {});
    expect(await setPassword(other, neighbour)).toMatchObject(badToken);
    expect((await getTokenInfo(other, second ?? {})).body.email).toBe('bez-sesji@poczta.test');
    expect((await setPassword(other, second ?? {})).status).toBe(200);
  });

  it('is valid for two minutes without its session, otherwise until the session ends', async () => {
    const email = 'wspolny-adres@poczta.test';
    const token = await requestCode(email, owner);
    const session = await enterCode(token, email, owner);
    const setVerificationAge = (seconds: number) =>
      fixture.identity.db.knex.raw(
        `update verifications set verified_at = now() - ? * interval '1 second' where email = ?`,
        [seconds, email],
      );
    await setVerificationAge(110);
    expect((await getTokenInfo(token, owner)).body.email).toBe(email);
    await setVerificationAge(121);
    expect(await setPassword(token, owner, undefined, 'przejete')).toMatchObject(badToken);
    const [infoForNeighbour, infoForStranger] = [
      await getTokenInfo(token, owner),
      await getTokenInfo(token, attacker),
    ];
    expect([infoForNeighbour.status, infoForNeighbour.body]).toEqual([200, infoForStranger.body]);
    expect(infoForNeighbour.body.email).toBe('w***@poczta.test');
    await setVerificationAge(11 * 3_600);
    expect((await getTokenInfo(token, attacker, session)).body.email).toBe(email);
    expect((await setPassword(token, attacker, session)).status).toBe(200);
    expect((await signInAs(email, 'przejete')).status).toBe(401);
  });

  it('sets a password within two minutes for a client without a session', async () => {
    const email = 'skrypt@poczta.test';
    const token = await requestCode(email, owner);
    await enterCode(token, email, owner);
    await fixture.identity.db.knex.raw(
      `update verifications set verified_at = now() - interval '110 seconds' where email = ?`,
      [email],
    );
    expect((await setPassword(token, owner)).status).toBe(200);
  });

  it('is invalid after that session has ended', async () => {
    const token = await requestCode('wylogowana@poczta.test', owner);
    const session = await enterCode(token, 'wylogowana@poczta.test', owner);
    await fixture.callAcme('POST', '/api/auth/sign-out', session);
    expect((await setPassword(token, owner, session)).status).toBe(401);
    expect(await setPassword(token, owner)).toMatchObject(badToken);
    expect((await getTokenInfo(token, owner)).body.email).toBe('w***@poczta.test');
  });

  it('of an invitation is valid for each client that has the mail', async () => {
    const token = await fixture.invite('zaproszona@poczta.test');
    expect((await setPassword(token, attacker)).status).toBe(200);
  });
});
