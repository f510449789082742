import { createLog, withEveryOrganization } from '@obieg/service-kit';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorOrigin } from '../src/security-log/origin';
import { createSuperAdmin } from '../src/users/super-admin';
import { type Identity, startIdentity } from './identity-service';
import { sessionOf } from './security-log-fixture';

let identity: Identity;
let acme: { id: number; code: string };
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  await identity.addMember(acme.id, 'olga', ['OPERATOR']);
});
afterAll(() => identity.close());

const call = (path: string, body: object, token?: string, organization?: typeof acme) =>
  identity.request('POST', path, { organization, token, body });

describe('createSuperAdmin for an existing account', () => {
  it('ends its sessions and invalidates its unused codes and tokens', async () => {
    const session = await identity.signIn('olga');
    const { address } = (await call('/api/auth/hand-over', { organizationId: acme.id }, session)).body;
    const [login, email] = ['olga', 'olga@obieg.test'];
    const { token } = (await call('/api/email-verification/send-code', { email: login }, undefined, acme))
      .body;
    const mail = await identity.db.knex('mail_queue').where({ recipient: email }).first();
    const code = /\b(\d{6})\b/.exec(mail.body_text)?.[1];
    const path = '/api/email-verification/verify-with-token';
    const { jwtToken } = (await call(path, { token, code }, undefined, acme)).body;

    await createSuperAdmin(
      identity.db,
      { email, username: 'olga', password: 'nowe-haslo' },
      operatorOrigin(createLog('test', 'silent')),
    );
    for (const [token, organization] of [[session], [jwtToken, acme]])
      expect((await identity.request('GET', '/api/auth/me', { token, organization })).status).toBe(401);
    const exchanged = await call('/api/auth/exchange', { code: address.split('#code=')[1] }, undefined, acme);
    expect(exchanged.status).toBe(400);
    const passwordSet = await call(
      '/api/auth/set-password',
      { token, password: 'inne-haslo' },
      undefined,
      acme,
    );
    expect(passwordSet.status).toBe(400);
    expect(await identity.db.knex('verifications').whereNotNull('user_id')).toEqual([]);
    const signedIn = await call('/api/auth/signin', { email: login, password: 'nowe-haslo' });
    expect(signedIn.status).toBe(200);

    const ended = [session, jwtToken].map(sessionOf).sort();
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.session.revoked');
    expect(events.map(({ data }) => (data as { sessionId: string }).sessionId).sort()).toEqual(ended);
    const entries = await withEveryOrganization(identity.db, (tx) =>
      tx('security_log').where({ event: 'session.revoke' }),
    );
    expect(entries.map(({ subject_id }) => subject_id).sort()).toEqual(ended);
    for (const { details } of entries) expect(details.reason).toBe('super-admin.create');
  });
});
