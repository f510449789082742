import { withEveryOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AttacksWorld, startAttacksWorld } from './attacks-world';
import { password } from './identity-service';

let world: AttacksWorld;
beforeAll(async () => {
  world = await startAttacksWorld();
});
afterAll(() => world.identity.close());
beforeEach(() => world.resetSendLimits());

const attacker = { 'x-forwarded-for': '203.0.113.66' };
const owner = { 'x-forwarded-for': '198.51.100.7' };
const badToken = {
  status: 400,
  body: { code: 'INVALID_TOKEN', message: 'Nieprawidłowy lub wygasły token' },
};

const askForCode = async (login: string, client: object): Promise<string> => {
  const body = { email: login };
  const answer = await world.here('POST', '/api/email-verification/send-code', undefined, body, client);
  return answer.body.token;
};
/** Enters the code of the newest mail. @returns the session's token */
const typeCode = async (token: string, email: string, client: object): Promise<string> => {
  const code = /\b(\d{6})\b/.exec(await world.lastMailTo(email))?.[1];
  const body = { token, code };
  const path = '/api/email-verification/verify-with-token';
  return (await world.here('POST', path, undefined, body, client)).body.jwtToken;
};
const setPassword = (token: string, client: object, session?: string, value = 'nowe-haslo') =>
  world.here('POST', '/api/auth/set-password', session, { token, password: value }, client);
const info = (token: string, client: object, session?: string) =>
  world.here('GET', `/api/email-verification/token-info/${token}`, session, undefined, client);
const signInAs = (email: string, value: string) =>
  world.here('POST', '/api/auth/signin', undefined, { email, password: value });

describe('a token whose code another client entered', () => {
  it('neither sets a password nor reveals the address, and stays valid for that client', async () => {
    const token = await askForCode('olga', attacker);
    const session = await typeCode(token, 'olga@obieg.test', owner);
    expect(await setPassword(token, attacker, undefined, 'przejete')).toMatchObject(badToken);
    expect(await setPassword(token, attacker, world.tokens.wiktor, 'przejete')).toMatchObject(badToken);
    // An attacker with a session does not count as a client without one.
    expect(await setPassword(token, owner, world.tokens.wiktor, 'przejete')).toMatchObject(badToken);
    const [refusal] = await withEveryOrganization(world.identity.db, (tx) =>
      tx('security_log').where({ event: 'password.set' }).orderBy('id'),
    );
    expect(refusal).toMatchObject({
      outcome: 'refused',
      organization_id: world.acme.id,
      ip: '203.0.113.66',
      details: { reason: 'INVALID_TOKEN' },
    });
    for (const notTheirs of [undefined, world.tokens.wiktor])
      expect((await info(token, attacker, notTheirs)).body.email).toBe('***');
    expect((await signInAs('olga', password)).status).toBe(200);
    expect((await info(token, owner, session)).body.email).toBe('olga@obieg.test');
    expect((await setPassword(token, owner, session)).status).toBe(200);
    expect((await signInAs('olga', 'nowe-haslo')).status).toBe(200);
    expect((await signInAs('olga', 'przejete')).status).toBe(401);
  });

  it('works from another client address only together with its session', async () => {
    const moved = { 'x-forwarded-for': '192.0.2.1' };
    const token = await askForCode('ruchoma@poczta.test', owner);
    const session = await typeCode(token, 'ruchoma@poczta.test', owner);
    expect(await setPassword(token, moved)).toMatchObject(badToken);
    expect((await setPassword(token, moved, session)).status).toBe(200);

    const neighbour = { 'x-forwarded-for': '2001:db8:1:3::1' };
    const [first, second] = ['2001:db8:1:2::1', '2001:db8:1:2::2'].map((ip) => ({ 'x-forwarded-for': ip }));
    const other = await askForCode('bez-sesji@poczta.test', attacker);
    await typeCode(other, 'bez-sesji@poczta.test', first ?? {});
    expect(await setPassword(other, neighbour)).toMatchObject(badToken);
    expect((await info(other, second ?? {})).body.email).toBe('bez-sesji@poczta.test');
    expect((await setPassword(other, second ?? {})).status).toBe(200);
  });

  it('is valid for two minutes without its session, otherwise until the session ends', async () => {
    const email = 'wspolny-adres@poczta.test';
    const token = await askForCode(email, owner);
    const session = await typeCode(token, email, owner);
    const age = (seconds: number) =>
      world.identity.db.knex.raw(
        `update verifications set verified_at = now() - ? * interval '1 second' where email = ?`,
        [seconds, email],
      );
    await age(110);
    expect((await info(token, owner)).body.email).toBe(email);
    await age(121);
    expect(await setPassword(token, owner, undefined, 'przejete')).toMatchObject(badToken);
    const [toNeighbour, toStranger] = [await info(token, owner), await info(token, attacker)];
    expect([toNeighbour.status, toNeighbour.body]).toEqual([200, toStranger.body]);
    expect(toNeighbour.body.email).toBe('w***@poczta.test');
    await age(11 * 3_600);
    expect((await info(token, attacker, session)).body.email).toBe(email);
    expect((await setPassword(token, attacker, session)).status).toBe(200);
    expect((await signInAs(email, 'przejete')).status).toBe(401);
  });

  it('sets a password within two minutes for a client without a session', async () => {
    const email = 'skrypt@poczta.test';
    const token = await askForCode(email, owner);
    await typeCode(token, email, owner);
    await world.identity.db.knex.raw(
      `update verifications set verified_at = now() - interval '110 seconds' where email = ?`,
      [email],
    );
    expect((await setPassword(token, owner)).status).toBe(200);
  });

  it('is invalid after that session has ended', async () => {
    const token = await askForCode('wylogowana@poczta.test', owner);
    const session = await typeCode(token, 'wylogowana@poczta.test', owner);
    await world.here('POST', '/api/auth/sign-out', session);
    expect((await setPassword(token, owner, session)).status).toBe(401);
    expect(await setPassword(token, owner)).toMatchObject(badToken);
    expect((await info(token, owner)).body.email).toBe('w***@poczta.test');
  });

  it('of an invitation is valid for every holder of the mail', async () => {
    const token = await world.invite('zaproszona@poczta.test');
    expect((await setPassword(token, attacker)).status).toBe(200);
  });
});
