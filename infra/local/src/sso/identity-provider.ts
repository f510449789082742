import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';

export interface ProviderPerson {
  email: string;
  name: string;
  groups?: readonly string[];
}

interface ProviderOptions {
  /** 0: any free port. */
  port?: number;
  people: readonly ProviderPerson[];
  /** Addresses to which the provider returns. */
  redirectUris: readonly string[];
  signedOutUris?: readonly string[];
  /** Where the provider says that a person signed out there. */
  logoutUri?: string;
}

export interface LocalIdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  stop(): Promise<void>;
}

const clientId = 'obieg';
const clientSecret = 'obieg-demo-secret';
/** In seconds. */
const hour = 3_600;
const interactionPath = '/interaction/';

const escapeHtml = (plain: string): string =>
  plain.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The form on which a person chooses an account. Without passwords: it is for one machine. */
const formOf = (people: readonly ProviderPerson[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Demo identity provider</title></head>
<body><main><h1>Demo identity provider</h1><form method="post">
<label>Account <select name="email">${people
  .map(({ email }) => `<option>${escapeHtml(email)}</option>`)
  .join('')}</select></label>
<button>Sign in</button></form></main></body></html>`;

/** @param form of the library, without a button */
const logoutPageOf = (form: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Demo identity provider</title></head>
<body><main><h1>Demo identity provider</h1>${form}
<button form="op.logoutForm" name="logout" value="yes">Sign out</button></main></body></html>`;

const createConfiguration = ({
  people,
  redirectUris,
  signedOutUris = [],
  logoutUri,
}: ProviderOptions): Configuration => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        post_logout_redirect_uris: [...signedOutUris],
        ...(logoutUri === undefined
          ? {}
          : { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true }),
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    // As most providers do, for a small number of groups.
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(32).toString('hex')] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        // The library's page loads fonts of another site.
        logoutSource: (context, form) => {
          context.body = logoutPageOf(form);
        },
      },
    },
    // The dispatcher of the library refuses addresses of this machine.
    fetch: (address, options = {}) => {
      const { dispatcher: _, ...init } = options as RequestInit & { dispatcher?: unknown };
      return fetch(address, init);
    },
    findAccount: (_, id) => {
      const person = people.find(({ email }) => email === id);
      if (!person) return undefined;
      const { email, name, groups = [] } = person;
      return {
        accountId: id,
        claims: async () => ({ sub: id, email, email_verified: true, name, groups: [...groups] }),
      };
    },
    interactions: { url: (_, { uid }) => `${interactionPath}${uid}` },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    // Asks nobody for consent.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider } = oidc;
      const grant = new provider.Grant({
        ...(client ? { clientId: client.clientId } : {}),
        ...(session?.accountId ? { accountId: session.accountId } : {}),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    ttl: { AccessToken: hour, Grant: hour, IdToken: hour, Interaction: hour, Session: hour },
  };
};

const serveForm = async (
  provider: Provider,
  people: readonly ProviderPerson[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(formOf(people));
    return;
  }
  const accountId = new URLSearchParams(await text(request)).get('email') ?? '';
  await provider.interactionFinished(request, response, { login: { accountId } });
};

const listen = async (server: Server, port: number): Promise<number> => {
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  return (server.address() as AddressInfo).port;
};

/** Starts a real OpenID Connect provider on loopback, for tests and for `npm start -- --sso`. */
export const startIdentityProvider = async (options: ProviderOptions): Promise<LocalIdentityProvider> => {
  // Loaded here, because most users of this package need none.
  const { default: OidcProvider } = await import('oidc-provider');
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    if (!provider) return void response.writeHead(503).end();
    if (request.url?.startsWith(interactionPath))
      return void serveForm(provider, options.people, request, response).catch((error: Error) =>
        response.writeHead(400).end(error.message),
      );
    return void provider.callback()(request, response);
  });
  const port = await listen(server, options.port ?? 0);
  const issuer = `http://127.0.0.1:${port}`;
  provider = new OidcProvider(issuer, createConfiguration(options));
  return {
    issuer,
    clientId,
    clientSecret,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
