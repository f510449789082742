import type { OrganizationRoleCode } from '@obieg/contracts';
import { Secret, TOTP } from 'otpauth';
import { type Identity, password, startIdentity } from './identity-service';
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from './software-authenticator';

const stepMs = 30_000;

/** The code that an app shows now, or some steps away. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * stepMs });

/** A code that no step near now has. */
export const wrongCodeOf = (secret: string): string => {
  const near = [-3, -2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
    (code) => !near.includes(code),
  ) as string;
};

type Site = { id: number; code: string };
export const originOfSite = (site: Site | null = null): string =>
  site ? `http://${site.code}.obieg.localhost:8080` : 'http://obieg.localhost:8080';

const callsOf = (identity: Identity) => {
  const call = (method: string, path: string, site: Site | null, body?: unknown, token?: string) =>
    identity.request(method, path, {
      ...(site ? { organization: site } : {}),
      ...(token ? { token } : {}),
      ...(body === undefined ? {} : { body }),
    });
  return {
    call,
    firstStep: async (login: string, site: Site | null = null, given = password) =>
      call('POST', '/api/auth/signin', site, { email: login, password: given }),
    secondStep: (challenge: string, proof: object, site: Site | null = null) =>
      call('POST', '/api/auth/second-step', site, { challenge, ...proof }),
    confirm: (token: string, site: Site | null = null) =>
      call('POST', '/api/account/confirmation', site, { password }, token),
  };
};

/** Starts svc-identity with two organizations, and shortcuts for factors. */
export const startSecondFactorFixture = async () => {
  const identity = await startIdentity();
  const acme = await identity.addOrganization('acme');
  const globex = await identity.addOrganization('globex');
  const calls = callsOf(identity);
  const { call, confirm } = calls;
  let count = 0;

  const addPerson = async (roles: OrganizationRoleCode[] = ['MEMBER'], site = acme) => {
    count += 1;
    const username = `person${count}`;
    const id = await identity.addMember(site.id, username, roles);
    return { id, username, email: `${username}@obieg.test`, token: await identity.signIn(username, site) };
  };
  /** Adds an authenticator app in a confirmed session. */
  const addTotp = async (token: string, site: Site | null = acme, name = 'Telefon') => {
    await confirm(token, site);
    const { body: begun } = await call('POST', '/api/account/second-factors/totp', site, undefined, token);
    const added = await call(
      'POST',
      '/api/account/second-factors',
      site,
      { name, totp: { setUp: begun.setUp, code: codeOf(begun.secret) } },
      token,
    );
    return {
      ...added,
      secret: begun.secret as string,
      id: added.body.id as string,
      recoveryCodes: added.body.recoveryCodes as string[],
    };
  };
  const addPasskey = async (
    token: string,
    site: Site | null = acme,
    authenticator: SoftwareAuthenticator = createSoftwareAuthenticator(),
  ) => {
    await confirm(token, site);
    const { body } = await call(
      'POST',
      '/api/account/second-factors/passkey-options',
      site,
      undefined,
      token,
    );
    const passkey = authenticator.create(body.options, { origin: originOfSite(site) });
    const added = await call('POST', '/api/account/second-factors', site, { name: 'Laptop', passkey }, token);
    return { ...added, id: added.body.id as string, authenticator, passkey };
  };
  return {
    identity,
    acme,
    globex,
    ...calls,
    addPerson,
    addTotp,
    addPasskey,
    /** Adds a person with an app, and returns the challenge of a new sign-in. */
    addPersonWithTotp: async (roles?: OrganizationRoleCode[]) => {
      const person = await addPerson(roles);
      return { ...person, ...(await addTotp(person.token)), id: person.id };
    },
    challengeOf: async (login: string, site: Site | null = acme): Promise<string> =>
      (await calls.firstStep(login, site)).body.secondStep.challenge,
    /** Lets codes of the last minute be used again, as if time had passed. */
    forgetSteps: () => identity.db.knex('second_factors').update({ last_step: null }),
    forgetAttempts: () => identity.db.knex('sign_in_failures').delete(),
    isAlive: async (token: string, site: Site | null = acme): Promise<boolean> =>
      (await call('GET', '/api/auth/me', site, undefined, token)).status === 200,
    mailsOf: async (recipient: string): Promise<string[]> =>
      identity.db.knex('mail_queue').where({ recipient }).orderBy('id').pluck('subject'),
  };
};
export type SecondFactorFixture = Awaited<ReturnType<typeof startSecondFactorFixture>>;
