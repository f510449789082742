import { internalHeaders, type OrganizationRoleCode } from '@obieg/contracts';
import { expect } from 'vitest';
import { type Identity, startIdentity } from './identity-service';

interface Site {
  id: number;
  code: string;
}

interface Call {
  body?: unknown;
  token?: string;
  organization?: Site;
  headers?: Record<string, string>;
  rawBody?: string;
}

const dayMs = 24 * 60 * 60 * 1_000;

/** Creates an integration with a token, and returns the session that the gateway gets for it. */
export const openIntegration = async (
  identity: Identity,
  { admin, organization, name }: { admin: string; organization: Site; name: string },
  roles: readonly OrganizationRoleCode[] = ['ORG_ADMIN'],
  scopes: readonly string[] = ['people:write'],
) => {
  const call = (path: string, body: unknown) =>
    identity.request('POST', path, { organization, token: admin, body });
  const integration = await call('/api/integrations', { name, roles });
  const expiresAt = new Date(Date.now() + 30 * dayMs).toISOString();
  const { body } = await call(`/api/integrations/${integration.body.id}/tokens`, { name, scopes, expiresAt });
  const exchanged = await identity.request('GET', '/internal/api-token-session', {
    organization,
    headers: { [internalHeaders.apiToken]: body.token },
  });
  return { id: integration.body.id as number, session: exchanged.body.jwt as string };
};

/** Starts svc-identity with two organizations, and the integration of an identity provider in the first one. */
export const startScim = async () => {
  const identity = await startIdentity({ rateLimitScale: 100 });
  const acme = await identity.addOrganization('acme');
  const globex = await identity.addOrganization('globex');
  const annaId = await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']);
  await identity.addMember(globex.id, 'greta', ['ORG_ADMIN']);
  const admin = await identity.signIn('anna', acme);
  const greta = await identity.signIn('greta', globex);
  const own = await openIntegration(identity, { admin, organization: acme, name: 'Entra ID' });
  const other = await openIntegration(identity, { admin: greta, organization: globex, name: 'Okta' });

  const scim = (
    method: string,
    path: string,
    { body, token = own.session, organization = acme, headers = {}, rawBody }: Call = {},
  ) =>
    identity.request(method, `/scim/v2${path}`, {
      organization,
      token,
      ...(rawBody === undefined ? { body } : { rawBody }),
      headers: {
        ...(body === undefined && rawBody === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
    });
  let count = 0;
  /** Creates a person with further attributes. */
  const addPerson = async (attributes: object = {}) => {
    count += 1;
    const response = await scim('POST', '/Users', {
      body: { userName: `person${count}@acme.test`, displayName: `Person ${count}`, ...attributes },
    });
    expect(response.status, JSON.stringify(response.body)).toBe(201);
    return { ...response.body, number: Number(response.body.id.slice(1)) };
  };
  const patch = (path: string, ...Operations: object[]) =>
    scim('PATCH', path, {
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations },
    });
  const find = (filter: string, path = '/Users') =>
    scim('GET', `${path}?filter=${encodeURIComponent(filter)}`);
  /** Calls the API as the administrator. */
  const api = (method: string, path: string, body?: unknown) =>
    identity.request(method, path, { organization: acme, token: admin, body });
  return { identity, acme, globex, annaId, admin, greta, own, other, scim, addPerson, patch, find, api };
};
export type Scim = Awaited<ReturnType<typeof startScim>>;
