import type { IdentityProvider, OrganizationRoleCode } from '@obieg/contracts';
import {
  type Assertion,
  clientId,
  clientSecret,
  type FakeProvider,
  startFakeProvider,
} from './fake-provider';
import { type Identity, localProviders, startIdentity } from './identity-service';

export type Site = { id: number; code: string };

/** Settings of a provider that speaks for example.com. */
export const providerInput = (issuer: string, more: object = {}) => ({
  name: 'Firma',
  issuer,
  clientId,
  clientSecret,
  domains: ['example.com'],
  defaultRoles: ['MEMBER'],
  groupsClaim: 'groups',
  groupMapping: [],
  roleMapping: [],
  isRequired: false,
  emergencyUserIds: [],
  isActive: true,
  ...more,
});

/** The person of most tests. */
export const annaClaims = { email: 'anna@example.com', email_verified: true, name: 'Anna Nowak' };

const cookieOf = (headers: Record<string, unknown>): string =>
  String([headers['set-cookie']].flat()[0] ?? '').split(';')[0] ?? '';

const callsOf = (identity: Identity, provider: FakeProvider) => {
  const call = (
    method: string,
    path: string,
    site: Site | null,
    {
      body,
      token,
      cookie,
      headers = {},
    }: { body?: unknown; token?: string; cookie?: string; headers?: Record<string, string> } = {},
  ) =>
    identity.request(method, path, {
      ...(site ? { organization: site } : {}),
      ...(token === undefined ? {} : { token }),
      ...(body === undefined ? {} : { body }),
      headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
    });
  /** Begins a sign-in in a browser. */
  const begin = async (site: Site, providerId: number, cookie?: string) => {
    const answer = await call('POST', `/api/auth/identity-providers/${providerId}/authorization`, site, {
      body: {},
      ...(cookie === undefined ? {} : { cookie }),
    });
    return {
      ...answer,
      address: answer.body.address as string,
      cookie: cookieOf(answer.headers),
      setCookie: String(answer.headers['set-cookie']),
    };
  };
  const finish = (site: Site | null, query: string, cookie: string, token?: string) =>
    call('POST', '/api/auth/provider-callback', site, {
      body: { query },
      cookie,
      ...(token === undefined ? {} : { token }),
    });
  return {
    call,
    begin,
    finish,
    /** Signs in through the provider. */
    signInBy: async (site: Site, providerId: number, assertion: Assertion = { claims: annaClaims }) => {
      const { address, cookie } = await begin(site, providerId);
      return finish(site, provider.authorize(address, assertion), cookie);
    },
  };
};

/** Starts svc-identity with two organizations, and a provider whose answers a test can falsify. */
export const startProviderFixture = async () => {
  const provider = await startFakeProvider();
  /** TXT records. */
  const records = new Map<string, string[]>();
  const identity = await startIdentity({
    providers: localProviders({ resolveTxt: async (name) => records.get(name) ?? [] }),
  });
  const acme = await identity.addOrganization('acme');
  const globex = await identity.addOrganization('globex');
  const adminId = await identity.addMember(acme.id, 'admin', ['ORG_ADMIN']);
  await identity.addMember(globex.id, 'boss', ['ORG_ADMIN']);
  const tokens = {
    admin: await identity.signIn('admin', acme),
    boss: await identity.signIn('boss', globex),
    superAdmin: await identity.signIn('super', acme),
    superOfGlobex: await identity.signIn('super', globex),
  };
  const calls = callsOf(identity, provider);
  const tokenOf = (site: Site) => (site === acme ? tokens.admin : tokens.boss);
  let count = 0;
  return {
    provider,
    records,
    identity,
    acme,
    globex,
    adminId,
    tokens,
    ...calls,
    /** Adds a provider whose domains a super administrator has confirmed. */
    addProvider: async (more: object = {}, site = acme): Promise<IdentityProvider> => {
      const { body } = await calls.call('POST', '/api/identity-providers', site, {
        token: tokenOf(site),
        body: providerInput(provider.issuer, more),
      });
      for (const { domain } of body.provider.domains)
        await calls.call(
          'POST',
          `/api/identity-providers/${body.provider.id}/domains/${domain}/confirm`,
          site,
          {
            token: site === acme ? tokens.superAdmin : tokens.superOfGlobex,
          },
        );
      return body.provider;
    },
    /** Adds a person with an address at example.com and a password. */
    addPerson: async (site = acme, roles: OrganizationRoleCode[] = ['MEMBER']) => {
      count += 1;
      const username = `osoba${count}`;
      const id = await identity.addMember(site.id, username, roles);
      const email = `${username}@example.com`;
      await identity.db.knex('users').where({ id }).update({ email });
      return { id, username, email };
    },
    /** Deletes all providers. */
    clear: async (): Promise<void> => {
      provider.reset();
      await identity.asOwner(async (knex) => {
        for (const table of ['provider_sign_ins', 'identity_provider_domains', 'identity_providers'])
          await knex.raw('truncate table ?? cascade', [table]);
        await knex('sign_in_failures').delete();
      });
    },
    isAlive: async (token: string, site: Site | null = acme): Promise<boolean> =>
      (await calls.call('GET', '/api/auth/me', site, { token })).status === 200,
    /** Reasons of refused sign-ins, newest first. */
    refusals: async (site = acme): Promise<string[]> => {
      const token = site === acme ? tokens.superAdmin : tokens.superOfGlobex;
      const { body } = await calls.call('GET', '/api/security-log?outcome=refused&event=sign-in', site, {
        token,
      });
      return body.entries.map(({ details }: { details: { reason: string } }) => details.reason);
    },
    close: async (): Promise<void> => {
      await identity.close();
      await provider.close();
    },
  };
};
export type ProviderFixture = Awaited<ReturnType<typeof startProviderFixture>>;
