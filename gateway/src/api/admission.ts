import { internalHeaders, type OrganizationReference, requestIdHeader } from '@obieg/contracts';
import {
  type Authenticate,
  createTranslate,
  hasApiToken,
  isProblem,
  problem,
  readApiToken,
  readLanguage,
  type Session,
} from '@obieg/service-kit';
import type { GatewayContext } from '../http/request-handler';
import { findCalendarKey, limitOf } from '../limits/limits';
import { calendarOf, memberOf, type Principal, visitorOf } from '../limits/principal';
import type { RateLimiter } from '../limits/rate-limiter';
import { findPresentAddress } from '../organizations/former-address';
import type { OrganizationDirectory } from '../organizations/organization-directory';
import { isProgramLink } from '../routing/routing-table';
import type { ApiTokenSessions } from './api-token-sessions';

interface DirectoryOptions {
  directory: OrganizationDirectory;
  baseDomain: string;
}

interface AdmissionOptions extends DirectoryOptions {
  authenticate: Authenticate;
  openApiTokenSession: ApiTokenSessions;
  limiter: RateLimiter;
}

const translate = createTranslate(
  {
    moved: {
      pl: 'Ta organizacja ma nowy adres: {address}. Zaloguj się tam ponownie.',
      en: 'This organization has a new address: {address}. Please sign in there again.',
    },
  },
  'en',
);

/**
 * Returns the organization of a link for programs at its former address.
 * @throws 308 or 410 with the present address for other calls, 404 if no organization had the code name
 */
const findMovedOrganization = async (
  context: GatewayContext,
  { directory, baseDomain }: DirectoryOptions,
): Promise<OrganizationReference> => {
  const { state } = context;
  const { site, path } = state.target;
  const notFound = () =>
    problem.notFound('No organization exists at this address.', 'ORGANIZATION_NOT_FOUND');
  const address = await findPresentAddress(state, directory, baseDomain);
  if (site.site !== 'organization' || address === undefined) throw notFound();
  if (!isProgramLink(path)) {
    const language = readLanguage(context.get('accept-language'));
    // Browsers block a page's calls that are redirected to another origin, so that its user would see no reason.
    const isFromPage = context.get('sec-fetch-site') !== '';
    throw problem.moved(translate(language, 'moved', { address }), address, !isFromPage);
  }
  const codeName = await directory.findPresentCodeName(site.code);
  const organization = codeName === undefined ? undefined : await directory.find(codeName);
  if (!organization) throw notFound();
  return organization;
};

/** Returns the organization of the host; undefined on the main domain. */
const findOrganizationOfHost = async (
  context: GatewayContext,
  options: DirectoryOptions,
): Promise<OrganizationReference | undefined> => {
  const { site } = context.state.target;
  if (site.site === 'main') return undefined;
  const organization = site.site === 'organization' ? await options.directory.find(site.code) : undefined;
  return organization ?? findMovedOrganization(context, options);
};

/** Headers that only the gateway may set. */
export const internalHeadersOf = (
  { state: { target, client, requestId, traceparent, authorization } }: GatewayContext,
  organization: OrganizationReference | undefined,
): Record<string, string> => ({
  [internalHeaders.site]: organization ? 'organization' : 'main',
  ...(organization
    ? {
        [internalHeaders.organizationId]: String(organization.id),
        [internalHeaders.organizationCode]: organization.codeName,
      }
    : {}),
  ...(authorization === undefined ? {} : { authorization }),
  [requestIdHeader]: requestId,
  traceparent,
  'x-forwarded-for': client.address,
  'x-forwarded-proto': client.protocol,
  'x-forwarded-host': target.host,
});

/** What precedes every call below /api: its limit and its organization. */
export const createAdmission = ({
  authenticate,
  openApiTokenSession,
  limiter,
  ...addresses
}: AdmissionOptions) => {
  /** @throws 401 unless the API token belongs to the addressed organization */
  const exchangeApiToken = async (context: GatewayContext, authorization: string): Promise<string> => {
    const token = readApiToken(authorization);
    const organization = token && (await findOrganizationOfHost(context, addresses));
    const jwt = organization && (await openApiTokenSession(organization, token));
    if (!jwt) throw problem.unauthorized('The API token is not valid here, has expired or was revoked.');
    return `Bearer ${jwt}`;
  };

  /** Authenticates the caller. In the place of an API token, the services get its session. */
  const findSession = async (context: GatewayContext): Promise<Session | undefined> => {
    const authorization = context.get('authorization');
    if (!hasApiToken(authorization)) return authenticate(authorization);
    context.state.authorization = await exchangeApiToken(context, authorization);
    return authenticate(context.state.authorization);
  };

  /** Counts the call. The principal is the user of a verified token, otherwise the address. */
  const countCall = async (context: GatewayContext): Promise<Principal> => {
    const { target } = context.state;
    const visitor = visitorOf(context.state);
    let session: Session | undefined;
    try {
      session = await findSession(context);
    } catch (error) {
      await limiter.consume(limitOf(context.method, target, false), visitor);
      // Without a key set, the gateway cannot verify the token. The service does, but knows no API tokens.
      const isLeftToService = isProblem(error) && error.status === 503;
      if (isLeftToService && !hasApiToken(context.get('authorization'))) return visitor;
      throw error;
    }
    if (session) context.state.userId = session.userId;
    const limit = limitOf(context.method, target, session !== undefined);
    const principal = session && limit !== 'loginChecks' ? memberOf(session) : visitor;
    await limiter.consume(limit, principal);
    const calendarKey = findCalendarKey(context.method, target.path);
    if (calendarKey !== undefined)
      await limiter.consume('calendarFeeds', calendarOf(context.state, calendarKey));
    return principal;
  };

  return {
    countCall,
    /**
     * Returns the organization of the host; undefined on the main domain. @throws 404 if it does not exist, 308 or
     * 410 if it has moved
     */
    findOrganization: (context: GatewayContext) => findOrganizationOfHost(context, addresses),
  };
};
export type Admission = ReturnType<typeof createAdmission>;
