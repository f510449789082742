import type { IdentityProviders, SaveIdentityProvider } from '@obieg/contracts';
import { providerCallbackPath, providerSignedOutPath } from '@obieg/contracts';
import { demoOrganizations } from '../demo/organizations';
import type { Obieg } from '../obieg';
import { readSuperAdmin } from '../obieg-demo';
import { findFreePort } from '../ports';
import { requestSite } from '../site-client';
import { type LocalIdentityProvider, startIdentityProvider } from './identity-provider';

/** Setting of svc-identity that lets it reach the provider on loopback. */
export const ssoEnvironment = { SSO_NETWORKS: '127.0.0.0/8' };

const preferredPort = 8090;
const name = 'Demo SSO';

const call = async <T>(method: string, address: string, token?: string, body?: unknown): Promise<T> => {
  const answer = await requestSite(method, address, { token, body });
  if (answer.status >= 300) throw new Error(`${method} ${address} failed with status ${answer.status}`);
  return answer.body as T;
};

/** Adds the provider to a demo organization, for the domain of its people. */
const addProvider = async (
  address: string,
  domains: string[],
  { issuer, clientId, clientSecret }: LocalIdentityProvider,
): Promise<void> => {
  const { email, password } = readSuperAdmin(process.env) ?? {};
  const { token } = await call<{ token: string }>('POST', `${address}/api/auth/signin`, undefined, {
    email,
    password,
  });
  const path = `${address}/api/identity-providers`;
  const { providers } = await call<IdentityProviders>('GET', path, token);
  const input: SaveIdentityProvider = {
    name,
    issuer,
    clientId,
    clientSecret,
    domains,
    defaultRoles: ['MEMBER'],
    groupsClaim: 'groups',
    groupMapping: [],
    roleMapping: [],
    isRequired: false,
    emergencyUserIds: [],
    isActive: true,
  };
  const present = providers.find((one) => one.name === name);
  const { provider } = await call<{ provider: { id: number } }>(
    present ? 'PUT' : 'POST',
    present ? `${path}/${present.id}` : path,
    token,
    input,
  );
  for (const domain of domains) await call('POST', `${path}/${provider.id}/domains/${domain}/confirm`, token);
};

/** Starts an identity provider with the demo people, and adds it to the demo organizations. */
export const startDemoSso = async ({ gatewayUrl }: Obieg): Promise<LocalIdentityProvider> => {
  const sites = demoOrganizations.map(({ codeName, people }) => ({
    address: gatewayUrl(codeName),
    people,
  }));
  const provider = await startIdentityProvider({
    port: await findFreePort(preferredPort),
    people: sites.flatMap(({ people }) => people.map(({ email, username }) => ({ email, name: username }))),
    redirectUris: sites.map(({ address }) => `${address}${providerCallbackPath}`),
    signedOutUris: sites.map(({ address }) => `${address}${providerSignedOutPath}`),
  });
  for (const { address, people } of sites)
    await addProvider(address, [...new Set(people.map(({ email }) => email.split('@')[1] ?? ''))], provider);
  return provider;
};
