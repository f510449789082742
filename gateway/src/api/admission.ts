import { internalHeaders, type OrganizationReference, requestIdHeader } from '@obieg/contracts';
import { type Authenticate, isProblem, problem, type Session } from '@obieg/service-kit';
import type { GatewayContext } from '../http/request-handler';
import { limitOf } from '../limits/limits';
import { memberOf, type Principal, visitorOf } from '../limits/principal';
import type { RateLimiter } from '../limits/rate-limiter';
import type { OrganizationDirectory } from '../organizations/organization-directory';

interface AdmissionOptions {
  directory: OrganizationDirectory;
  authenticate: Authenticate;
  limiter: RateLimiter;
}

/** Returns the organization of the host; undefined on the main domain. */
const findOrganizationOfHost = async (
  { site }: GatewayContext['state']['target'],
  directory: OrganizationDirectory,
): Promise<OrganizationReference | undefined> => {
  if (site.site === 'main') return undefined;
  const organization = site.site === 'organization' ? await directory.find(site.code) : undefined;
  if (!organization)
    throw problem.notFound('No organization exists at this address.', 'ORGANIZATION_NOT_FOUND');
  return organization;
};

/** Headers that only the gateway may set. */
export const internalHeadersOf = (
  { state: { target, client, requestId, traceparent } }: GatewayContext,
  organization: OrganizationReference | undefined,
): Record<string, string> => ({
  [internalHeaders.site]: organization ? 'organization' : 'main',
  ...(organization
    ? {
        [internalHeaders.organizationId]: String(organization.id),
        [internalHeaders.organizationCode]: organization.codeName,
      }
    : {}),
  [requestIdHeader]: requestId,
  traceparent,
  'x-forwarded-for': client.address,
  'x-forwarded-proto': client.protocol,
  'x-forwarded-host': target.host,
});

/** What precedes every call below /api: its limit and its organization. */
export const createAdmission = ({ directory, authenticate, limiter }: AdmissionOptions) => {
  /** Counts the call. The principal is the user of a verified token, otherwise the address. */
  const countCall = async (context: GatewayContext): Promise<Principal> => {
    const { target } = context.state;
    const visitor = visitorOf(context.state);
    let session: Session | undefined;
    try {
      session = await authenticate(context.get('authorization'));
    } catch (error) {
      await limiter.consume(limitOf(context.method, target, false), visitor);
      // Without a key set, the gateway cannot verify the token. The service does.
      if (isProblem(error) && error.status === 503) return visitor;
      throw error;
    }
    if (session) context.state.userId = session.userId;
    const limit = limitOf(context.method, target, session !== undefined);
    const principal = session && limit !== 'loginChecks' ? memberOf(session) : visitor;
    await limiter.consume(limit, principal);
    return principal;
  };

  return {
    countCall,
    /** Returns the organization of the host; undefined on the main domain. @throws 404 if it does not exist */
    findOrganization: ({ state }: GatewayContext) => findOrganizationOfHost(state.target, directory),
  };
};
export type Admission = ReturnType<typeof createAdmission>;
