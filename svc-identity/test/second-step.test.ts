import { withTransaction } from '@obieg/service-kit';
import { untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { password } from './identity-service';
import {
  codeOf,
  type SecondFactorFixture,
  startSecondFactorFixture,
  wrongCodeOf,
} from './second-factor-fixture';

let fixture: SecondFactorFixture;
beforeAll(async () => {
  fixture = await startSecondFactorFixture();
});
afterAll(() => fixture.identity.close());
afterEach(async () => {
  await fixture.forgetAttempts();
  await fixture.identity.db.knex('verification_sends').delete();
});

const statusesOf = async (calls: Promise<{ status: number }>[]): Promise<number[]> =>
  (await Promise.all(calls)).map(({ status }) => status).sort();

describe('a sign-in with a second factor', () => {
  it('answers the first step without a session, and the second with one', async () => {
    const { acme, addPersonWithTotp, firstStep, secondStep, isAlive } = fixture;
    const { id, username, email, secret } = await addPersonWithTotp();
    const first = await firstStep(username, acme);
    expect(first).toMatchObject({
      status: 200,
      body: { secondStep: { step: 'ENTER', methods: ['TOTP', 'RECOVERY_CODE'] } },
    });
    expect(Object.keys(first.body)).toEqual(['secondStep']);
    const { challenge } = first.body.secondStep;
    const second = await secondStep(challenge, { code: ` ${codeOf(secret, 1)} ` }, acme);
    expect(second).toMatchObject({ status: 200, body: { id, username, email } });
    expect(await isAlive(second.body.token)).toBe(true);
    expect((await secondStep(challenge, { code: codeOf(secret, 1) }, acme)).body.code).toBe(
      'CHALLENGE_EXPIRED',
    );
  });

  it('does not tell whether an account has a factor before the password is right', async () => {
    const { acme, addPerson, addPersonWithTotp, firstStep, call } = fixture;
    const plain = await addPerson();
    const { username } = await addPersonWithTotp();
    const answers = await Promise.all([
      firstStep(username, acme, 'zgadywane'),
      firstStep(plain.username, acme, 'zgadywane'),
    ]);
    const shown = answers.map(({ status, body }) => [status, body.code, body.detail]);
    expect(shown[0]).toEqual(shown[1]);
    const methods = await Promise.all(
      [username, plain.username].map((email) =>
        call('POST', '/api/auth/check-login-methods', acme, { email }),
      ),
    );
    expect(methods[0]?.body).toEqual(methods[1]?.body);
    const options = await call('POST', '/api/auth/passkey/options', acme);
    expect(options.body.options.allowCredentials).toEqual([]);
  });

  it('accepts a code of the step before or after, and no other', async () => {
    const { acme, addPersonWithTotp, challengeOf, secondStep, forgetSteps } = fixture;
    const { username, secret } = await addPersonWithTotp();
    await forgetSteps();
    const pass = async (steps: number) =>
      (await secondStep(await challengeOf(username), { code: codeOf(secret, steps) }, acme)).status;
    expect([await pass(-5), await pass(5), await pass(-1), await pass(1)]).toEqual([400, 400, 200, 200]);
  });

  it('accepts a code once, also in two sign-ins at once and after the set-up', async () => {
    const { acme, addPersonWithTotp, challengeOf, secondStep, forgetSteps } = fixture;
    const { username, secret } = await addPersonWithTotp();
    const code = codeOf(secret);
    expect((await secondStep(await challengeOf(username), { code }, acme)).status).toBe(400);
    await forgetSteps();
    const challenges = [await challengeOf(username), await challengeOf(username)];
    const next = codeOf(secret);
    expect(await statusesOf(challenges.map((one) => secondStep(one, { code: next }, acme)))).toEqual([
      200, 400,
    ]);
  });

  it('accepts a recovery code once, also in two sign-ins at once, and counts what is left', async () => {
    const { call, acme, addPersonWithTotp, challengeOf, secondStep, mailsOf } = fixture;
    const { username, email, recoveryCodes } = await addPersonWithTotp();
    const recoveryCode = recoveryCodes[3]?.replaceAll('-', ' ').toUpperCase();
    const challenges = [await challengeOf(username), await challengeOf(username)];
    const answers = await Promise.all(challenges.map((one) => secondStep(one, { recoveryCode }, acme)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const token = answers.find(({ status }) => status === 200)?.body.token;
    const { body } = await call('GET', '/api/account/second-factors', acme, undefined, token);
    expect(body.recoveryCodesLeft).toBe(9);
    expect(await mailsOf(email)).toContain('Logowanie kodem zapasowym');
  });

  it('opens one session for one challenge with two right proofs at once', async () => {
    const { acme, addPersonWithTotp, challengeOf, secondStep } = fixture;
    const { username, recoveryCodes } = await addPersonWithTotp();
    const challenge = await challengeOf(username);
    const calls = recoveryCodes
      .slice(0, 3)
      .map((recoveryCode) => secondStep(challenge, { recoveryCode }, acme));
    expect(await statusesOf(calls)).toEqual([200, 400, 400]);
    // The proofs of the refused calls are not used up.
    const { identity } = fixture;
    const [{ id }] = await identity.db.knex('users').where({ username });
    expect(await identity.db.knex('recovery_codes').where({ user_id: id })).toHaveLength(9);
  });

  it("refuses another account's code and recovery code", async () => {
    const { acme, addPersonWithTotp, challengeOf, secondStep, forgetSteps } = fixture;
    const victim = await addPersonWithTotp();
    const other = await addPersonWithTotp();
    await forgetSteps();
    const challenge = await challengeOf(victim.username);
    for (const proof of [{ code: codeOf(other.secret) }, { recoveryCode: other.recoveryCodes[0] }])
      expect((await secondStep(challenge, proof, acme)).body.code).toBe('INVALID_CODE');
    expect((await secondStep(challenge, { code: codeOf(victim.secret) }, acme)).status).toBe(200);
  });
});

describe('a challenge', () => {
  it('works on its address and in its browser only', async () => {
    const { identity, acme, globex, addPersonWithTotp, challengeOf, secondStep } = fixture;
    const { id, username, secret } = await addPersonWithTotp();
    await identity.request('POST', '/api/admin/invite-user', {
      organization: globex,
      token: await identity.signIn('super', globex),
      body: { email: `${username}@obieg.test`, roles: ['MEMBER'] },
    });
    const challenge = await challengeOf(username);
    const proof = { code: codeOf(secret, 1) };
    for (const site of [globex, null])
      expect((await secondStep(challenge, proof, site)).body.code).toBe('CHALLENGE_EXPIRED');
    const elsewhere = await identity.request('POST', '/api/auth/second-step', {
      organization: acme,
      body: { challenge, ...proof },
      headers: { 'user-agent': 'another browser' },
    });
    expect(elsewhere.body.code).toBe('CHALLENGE_EXPIRED');
    expect((await secondStep(challenge, proof, acme)).body.id).toBe(id);
  });

  it('expires', async () => {
    const { identity, acme, addPersonWithTotp, challengeOf, secondStep } = fixture;
    const { username, secret } = await addPersonWithTotp();
    const challenge = await challengeOf(username);
    await identity.db
      .knex('sign_in_challenges')
      .update({ expires_at: identity.db.knex.raw(`expires_at - interval '10 minutes 1 second'`) });
    expect((await secondStep(challenge, { code: codeOf(secret, 1) }, acme)).body.code).toBe(
      'CHALLENGE_EXPIRED',
    );
  });

  it('is no token, and no secret of another kind is a challenge', async () => {
    const { call, acme, addPersonWithTotp, challengeOf, secondStep, identity } = fixture;
    const { username } = await addPersonWithTotp();
    const challenge = await challengeOf(username);
    expect((await call('GET', '/api/auth/me', acme, undefined, challenge)).status).toBe(401);
    expect((await call('POST', '/api/auth/exchange', acme, { code: challenge })).status).toBe(400);
    expect((await call('POST', '/api/auth/set-password', acme, { token: challenge, password })).status).toBe(
      400,
    );
    const superToken = await identity.signIn('super');
    const handOver = await identity.request('POST', '/api/auth/hand-over', {
      token: superToken,
      body: { organizationId: acme.id },
    });
    const code = handOver.body.address.split('#code=')[1];
    expect((await secondStep(code, { code: '123456' }, acme)).body.code).toBe('CHALLENGE_EXPIRED');
    expect((await call('POST', '/api/auth/second-step/factors/totp', acme, { challenge })).body.code).toBe(
      'CHALLENGE_EXPIRED',
    );
  });

  it('ends when a factor is removed, the password is changed or the membership ends', async () => {
    const { call, acme, addPersonWithTotp, addTotp, challengeOf, secondStep, identity } = fixture;
    const removing = await addPersonWithTotp();
    const second = await addTotp(removing.token, acme, 'Drugi');
    const waiting = await challengeOf(removing.username);
    await call('DELETE', `/api/account/second-factors/${second.id}`, acme, undefined, removing.token);
    expect((await secondStep(waiting, { code: codeOf(second.secret, 1) }, acme)).body.code).toBe(
      'CHALLENGE_EXPIRED',
    );

    const changing = await addPersonWithTotp();
    const before = await challengeOf(changing.username);
    await call(
      'PUT',
      '/api/account/password',
      acme,
      { currentPassword: password, password: 'inne-haslo' },
      changing.token,
    );
    expect((await secondStep(before, { code: codeOf(changing.secret, 1) }, acme)).body.code).toBe(
      'CHALLENGE_EXPIRED',
    );

    const leaving = await addPersonWithTotp();
    const last = await challengeOf(leaving.username);
    const token = await identity.signIn('super', acme);
    await identity.request('DELETE', `/api/users/${leaving.id}`, { organization: acme, token });
    expect((await secondStep(last, { code: codeOf(leaving.secret, 1) }, acme)).body.code).toBe(
      'CHALLENGE_EXPIRED',
    );
  });

  it('that waits for a removal of its factor is refused', async () => {
    const { identity, acme, addPersonWithTotp, challengeOf, secondStep } = fixture;
    const { id, username, secret } = await addPersonWithTotp();
    const challenge = await challengeOf(username);
    let pending: ReturnType<typeof secondStep> | undefined;
    await withTransaction(identity.db, async (tx) => {
      await tx('users').where({ id }).forNoKeyUpdate().first();
      pending = secondStep(challenge, { code: codeOf(secret, 1) }, acme);
      await untilLockWaits(identity.db.knex);
      await tx('second_factors').where({ user_id: id }).delete();
    });
    expect((await pending)?.status).toBe(400);
  });
});

describe('guessing codes', () => {
  it('is limited per account over all sign-ins, with a mail to the owner', async () => {
    const { acme, addPersonWithTotp, challengeOf, secondStep, mailsOf, firstStep } = fixture;
    const { username, email, secret, recoveryCodes } = await addPersonWithTotp();
    const code = wrongCodeOf(secret);
    const statuses: number[] = [];
    for (let tries = 0; tries < 10; tries += 1)
      statuses.push((await secondStep(await challengeOf(username), { code }, acme)).status);
    expect(statuses).toEqual(Array<number>(10).fill(400));
    const challenge = await challengeOf(username);
    for (const proof of [{ code: codeOf(secret, 1) }, { recoveryCode: recoveryCodes[0] }])
      expect((await secondStep(challenge, proof, acme)).status).toBe(429);
    expect((await mailsOf(email)).filter((subject) => subject === 'Ktoś zna Twoje hasło')).toHaveLength(1);
    // The limit is not told before the password is right.
    expect((await firstStep(username, acme, 'zgadywane')).status).toBe(401);
  });

  it('counts parallel guesses', async () => {
    const { acme, addPersonWithTotp, challengeOf, secondStep } = fixture;
    const { username, secret } = await addPersonWithTotp();
    const challenge = await challengeOf(username);
    const code = wrongCodeOf(secret);
    const statuses = await statusesOf(
      Array.from({ length: 14 }, () => secondStep(challenge, { code }, acme)),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  });

  it('enters the security log', async () => {
    const { identity, acme, addPersonWithTotp, challengeOf, secondStep } = fixture;
    const { id, username, secret } = await addPersonWithTotp();
    const challenge = await challengeOf(username);
    await secondStep(challenge, { code: wrongCodeOf(secret) }, acme);
    await secondStep(challenge, { code: codeOf(secret, 1) }, acme);
    const { body } = await identity.request('GET', `/api/security-log?userId=${id}`, {
      organization: acme,
      token: await identity.signIn('super', acme),
    });
    const entries = body.entries
      .filter(({ event }: { event: string }) => event === 'second-step')
      .map(({ outcome, details }: { outcome: string; details: object }) => [outcome, details]);
    expect(entries).toEqual([
      ['done', { factor: 'TOTP' }],
      ['refused', { reason: 'wrong-code' }],
    ]);
  });
});

describe('other ways of signing in', () => {
  const mailedCode = async (login: string, site = fixture.acme) => {
    const { body } = await fixture.call('POST', '/api/email-verification/send-code', site, { email: login });
    const mail = await fixture.identity.db
      .knex('mail_queue')
      .where({ recipient: `${login}@obieg.test` })
      .whereLike('subject', '% - kod weryfikacyjny')
      .orderBy('id', 'desc')
      .first();
    return { token: body.token as string, code: /\b(\d{6})\b/.exec(mail.body_text)?.[1] };
  };

  it('by a mailed code need the factor, too, before they may set a password', async () => {
    const { call, acme, addPersonWithTotp, secondStep, isAlive } = fixture;
    const { username, secret } = await addPersonWithTotp();
    const { token, code } = await mailedCode(username);
    const verified = await call('POST', '/api/email-verification/verify-with-token', acme, { token, code });
    expect(verified.body).toMatchObject({ success: true, secondStep: { step: 'ENTER' } });
    expect(verified.body.jwtToken).toBeUndefined();
    const setPassword = (session?: string) =>
      call('POST', '/api/auth/set-password', acme, { token, password: 'przejete-haslo' }, session);
    expect((await setPassword()).status).toBe(400);
    const { challenge } = verified.body.secondStep;
    const session = (await secondStep(challenge, { code: codeOf(secret, 1) }, acme)).body.token;
    expect(await isAlive(session)).toBe(true);
    const changed = await setPassword(session);
    // The factor of that session counts.
    expect(changed.body).toMatchObject({ username, token: expect.any(String) });
    expect([await isAlive(session), await isAlive(changed.body.token)]).toEqual([false, true]);
  });

  it('by an invitation need the factor, too', async () => {
    const { identity, call, acme, addPersonWithTotp } = fixture;
    const { id, email } = await addPersonWithTotp();
    await identity.db.knex('users').where({ id }).update({ password_hash: null });
    await identity.request('DELETE', `/api/users/${id}`, {
      organization: acme,
      token: await identity.signIn('super', acme),
    });
    await identity.request('POST', '/api/admin/invite-user', {
      organization: acme,
      token: await identity.signIn('super', acme),
      body: { email, roles: ['MEMBER'] },
    });
    const mail = await identity.db
      .knex('mail_queue')
      .where({ recipient: email })
      .orderBy('id', 'desc')
      .first();
    const token = /token=([\w-]+)/.exec(mail.body_text)?.[1];
    const { status, body } = await call('POST', '/api/auth/set-password', acme, {
      token,
      password: 'nowe-haslo',
    });
    expect([status, Object.keys(body)]).toEqual([200, ['secondStep']]);
  });

  it('by hand-over keep the factor of the session, and need it otherwise', async () => {
    const { call, acme, addPerson, addTotp, secondStep, challengeOf, identity, isAlive } = fixture;
    const { id, username, token } = await addPerson();
    const { secret } = await addTotp(token);
    const onMain = await secondStep(await challengeOf(username, null), { code: codeOf(secret, 1) });
    const exchange = async () => {
      const { body } = await call(
        'POST',
        '/api/auth/hand-over',
        null,
        { organizationId: acme.id },
        onMain.body.token,
      );
      return call('POST', '/api/auth/exchange', acme, { code: body.address.split('#code=')[1] });
    };
    const first = await exchange();
    expect(await isAlive(first.body.token)).toBe(true);
    await identity.db.knex('sessions').where({ user_id: id }).update({ factor: null });
    expect(Object.keys((await exchange()).body)).toEqual(['secondStep']);
  });
});
