import { findFreePort } from '@obieg/local';
import {
  connectEventBus,
  createIdentityClient,
  createLog,
  createSessionRevocations,
} from '@obieg/service-kit';
import { pollUntil, startTestNats } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIdentity, type IdentityProcess } from './identity-process';
import { type Identity, password, startIdentity } from './identity-service';

/** Maximum delay until other services reject a revoked session whose event NATS delivers. */
const maxDelayMs = 5_000;
/** A service that polls every half a second instead of every ten, so that an outage of NATS takes little time. */
const pollMs = 500;
const pollDeadlineMs = 30_000;

let nats: Awaited<ReturnType<typeof startTestNats>>;
let database: Identity;
let program: Awaited<ReturnType<typeof buildIdentity>>;
let identity: IdentityProcess;
/** Track revocations like the gateway and the other services. */
let otherService: ReturnType<typeof createSessionRevocations>;
let pollingService: typeof otherService;
let acme: { id: number; code: string };
const cleanUps: (() => unknown)[] = [];
beforeAll(async () => {
  nats = await startTestNats();
  database = await startIdentity();
  acme = await database.addOrganization('acme');
  await database.addMember(acme.id, 'anna', ['ORG_ADMIN']);
  program = await buildIdentity();
  identity = await program.start({
    DATABASE_URL: database.appUrl,
    NATS_URL: nats.url,
    // No server listens at this port; the test reads the codes from the queue.
    SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}`,
  });
  const log = createLog('test', 'silent');
  const { bus, ready, close } = connectEventBus(nats.url, log);
  const dependencies = { bus, ready, log, ...createIdentityClient(() => [identity.url]) };
  otherService = createSessionRevocations(dependencies);
  pollingService = createSessionRevocations({ ...dependencies, pollMs });
  otherService.start();
  pollingService.start();
  cleanUps.push(
    otherService.stop,
    pollingService.stop,
    close,
    identity.kill,
    program.remove,
    database.close,
    nats.stop,
  );
});
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

const call = async (method: string, path: string, token?: string, body?: object) => {
  const response = await fetch(identity.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-obieg-site': 'organization',
      'x-obieg-organization-id': String(acme.id),
      'x-obieg-organization-code': acme.code,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
};
const signIn = async (email: string, secret = password): Promise<string> =>
  (await call('POST', '/api/auth/signin', undefined, { email, password: secret })).body.token;
const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

/** Each way to end a session. The functions return the token that must then be invalid. */
const endings: [string, (name: string) => Promise<string>][] = [
  [
    'sign-out',
    async (name) => {
      const token = await signIn(name);
      await call('POST', '/api/auth/sign-out', token);
      return token;
    },
  ],
  [
    'a password change',
    async (name) => {
      const token = await signIn(name);
      await database.db.knex('verification_sends').delete();
      const sent = await call('POST', '/api/email-verification/send-code', undefined, { email: name });
      const mail = await database.db
        .knex('mail_queue')
        .where({ recipient: `${name}@obieg.test` })
        .orderBy('id', 'desc')
        .first();
      const code = /\b(\d{6})\b/.exec(mail.body_text)?.[1];
      await call('POST', '/api/email-verification/verify-with-token', undefined, {
        token: sent.body.token,
        code,
      });
      const changed = { token: sent.body.token, password };
      expect((await call('POST', '/api/auth/set-password', undefined, changed)).status).toBe(200);
      return token;
    },
  ],
  [
    'removal from the organization',
    async (name) => {
      const token = await signIn(name);
      const { id } = (await call('GET', '/api/auth/me', token)).body;
      await call('DELETE', `/api/users/${id}`, await signIn('anna'));
      return token;
    },
  ],
];
let userCount = 0;
const addUser = async (): Promise<string> => {
  userCount += 1;
  await database.addMember(acme.id, `osoba${userCount}`, ['MEMBER']);
  return `osoba${userCount}`;
};

const expectRevocations = async (service: typeof otherService, deadlineMs: number): Promise<void> => {
  const tokens: string[] = [];
  for (const [, end] of endings) tokens.push(await end(await addUser()));
  // svc-identity itself rejects the session immediately.
  for (const token of tokens) expect((await call('GET', '/api/auth/me', token)).status).toBe(401);
  const live = await signIn('anna');
  for (const [index, token] of tokens.entries())
    await pollUntil(async () => service.isRevoked(sessionOf(token)) || undefined, {
      deadlineMs,
      describe: `the session is revoked by ${endings[index]?.[0]}`,
    });
  expect(service.isRevoked(sessionOf(live))).toBe(false);
};

describe('a revoked session', () => {
  const expectPolled = () => expectRevocations(pollingService, pollDeadlineMs);

  it('is rejected by other services within 5 seconds', () => expectRevocations(otherService, maxDelayMs));

  it('is rejected by other services at their next poll while NATS is down, and afterwards', async () => {
    await nats.kill();
    await expectPolled();
    await nats.restart();
    await expectPolled();
  }, 90_000);

  it('is rejected by other services at their next poll while NATS rejects messages', async () => {
    await nats.whileRefusing('OBIEG_IDENTITY', expectPolled);
  }, 60_000);

  it('is rejected by other services at their next poll while NATS does not respond', async () => {
    nats.freeze();
    await expectPolled().finally(nats.thaw);
  }, 60_000);
});
