import type { Reach } from '@obieg/service-kit/guarded-network';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  ResponseBodyError,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { ProviderError, toProviderError } from './provider-error';
import { createProviderFetch, type ProviderFetchLimits, providerFetchLimits } from './provider-fetch';
import { type ProviderLogout, providerNameMaxLength, verifyLogoutToken } from './verify-logout-token';

/** What a call to a provider needs of it. */
export interface ClientOfProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  groupsClaim: string;
}

/** Secrets of one sign-in. The browser's cookie and the state determine them. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export type Claims = Readonly<Record<string, unknown>>;

const clockToleranceSeconds = 60;
const scope = 'openid email profile';

/** Sends the secret in the way that the provider supports. Without a list, the standard says Basic. */
const authenticateClient =
  (secret: string): ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const use = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    return use(secret)(server, ...rest);
  };

/** Reason of a failure of the token endpoint or in its token. */
const toRedeemError = (error: unknown): ProviderError => {
  if (error instanceof AuthorizationResponseError) return new ProviderError('denied', error.error, error);
  if (error instanceof ResponseBodyError) return new ProviderError('token-refused', error.error, error);
  if (error instanceof WWWAuthenticateChallengeError)
    return new ProviderError('token-refused', `status ${error.status}`, error);
  return toProviderError(error, 'bad-token');
};

/** Address of the provider that ends its session, too; null if it has none or it is no web address. */
const signOutAddressOf = (config: Configuration, clientId: string, returnTo: string): string | null => {
  const endpoint = config.serverMetadata().end_session_endpoint;
  if (endpoint === undefined || !URL.canParse(endpoint)) return null;
  const address = new URL(endpoint);
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return null;
  address.searchParams.set('client_id', clientId);
  address.searchParams.set('post_logout_redirect_uri', returnTo);
  return address.href;
};

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

const neededClaims = ['email', 'email_verified'];

/** Adds claims that the token lacks. Many providers put the address only there. Claims of the signed token win. */
const addUserInfo = async (
  config: Configuration,
  { groupsClaim }: ClientOfProvider,
  { access_token }: Tokens,
  claims: IDToken,
): Promise<Claims> => {
  const isComplete = [...neededClaims, groupsClaim].every((name) => claims[name] !== undefined);
  if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return claims;
  // `amr` says how the person signed in. Only the signed token proves it.
  const { amr: _, ...further } = await fetchUserInfo(config, access_token, claims.sub);
  return { ...further, ...claims };
};

/** What a verified token says. Its own names let the provider end the session later. */
export interface Redeemed {
  claims: Claims;
  amr: readonly unknown[];
  subject: string | null;
  providerSession: string | null;
}

const nameOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= providerNameMaxLength ? value : null;

/** Calls identity providers by OpenID Connect. Every function throws ProviderError. */
export const createProviderClient = (reach: Reach, limits: ProviderFetchLimits = providerFetchLimits) => {
  const { fetch, close } = createProviderFetch(reach, limits);

  const discover = async ({ issuer, clientId, clientSecret }: ClientOfProvider): Promise<Configuration> => {
    const server = new URL(issuer);
    const execute = [enableNonRepudiationChecks];
    // Only an allowed network can be without TLS: the connector decides.
    if (server.protocol === 'http:') execute.push(allowInsecureRequests);
    try {
      return await discovery(
        server,
        clientId,
        { [clockTolerance]: clockToleranceSeconds },
        authenticateClient(clientSecret),
        { execute, [customFetch]: fetch, timeout: Math.ceil(limits.timeoutMs / 1_000) },
      );
    } catch (error) {
      throw toProviderError(error, 'bad-discovery');
    }
  };

  return {
    close,
    discover,

    /** Address at which the person signs in. */
    authorizationAddress: async (
      config: Configuration,
      redirectUri: string,
      { state, nonce, codeVerifier }: SignInSecrets,
      loginHint?: string,
    ): Promise<string> => {
      if (config.serverMetadata().authorization_endpoint === undefined)
        throw new ProviderError('bad-discovery', 'no authorization_endpoint');
      return buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(loginHint === undefined ? {} : { login_hint: loginHint }),
      }).href;
    },

    /** Reads the key set. @returns the number of keys */
    countKeys: async (config: Configuration): Promise<number> => {
      try {
        const { jwks_uri } = config.serverMetadata();
        if (jwks_uri === undefined) throw new ProviderError('bad-keys', 'no jwks_uri');
        const response = await fetch(jwks_uri, {
          method: 'GET',
          headers: {},
          redirect: 'manual',
          body: null,
        });
        const { keys } = (await response.json()) as { keys?: unknown };
        if (!Array.isArray(keys) || keys.length === 0) throw new ProviderError('bad-keys', 'no keys');
        return keys.length;
      } catch (error) {
        throw toProviderError(error, 'bad-keys');
      }
    },

    /** Exchanges the code and verifies the token. @param query of the callback page */
    redeem: async (
      config: Configuration,
      provider: ClientOfProvider,
      { redirectUri, query }: { redirectUri: string; query: string },
      { state, nonce, codeVerifier }: SignInSecrets,
    ): Promise<Redeemed> => {
      const address = new URL(redirectUri);
      address.search = query;
      const { issuer } = config.serverMetadata();
      const answeredBy = address.searchParams.get('iss');
      if (answeredBy !== null && answeredBy !== issuer) throw new ProviderError('other-issuer', answeredBy);
      try {
        const tokens = await authorizationCodeGrant(config, address, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const token = tokens.claims();
        if (!token) throw new ProviderError('bad-token', 'no id_token');
        const { amr } = token;
        return {
          claims: await addUserInfo(config, provider, tokens, token),
          amr: Array.isArray(amr) ? amr : [],
          subject: nameOrNull(token.sub),
          providerSession: nameOrNull(token['sid']),
        };
      } catch (error) {
        throw toRedeemError(error);
      }
    },

    /** Verifies a token with which the provider ends sessions. */
    readLogout: async (provider: ClientOfProvider, token: string): Promise<ProviderLogout> =>
      verifyLogoutToken(token, {
        config: await discover(provider),
        clientId: provider.clientId,
        fetch,
        clockToleranceSeconds,
      }),

    signOutAddressOf,
  };
};
export type ProviderClient = ReturnType<typeof createProviderClient>;
