import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import jwt from 'jsonwebtoken';

const newKey = (kid: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } };
};
type Key = ReturnType<typeof newKey>;

/** What the next code stands for. */
export interface Assertion {
  /** Claims besides those that every token has. They can replace these. */
  claims?: Record<string, unknown>;
  /** Signs with a key that the provider does not publish. */
  isForged?: boolean;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const sendJson = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

interface Grant extends Assertion {
  nonce: string;
  challenge: string;
}

export const clientId = 'obieg';
export const clientSecret = 'secretOfTheClient';

const isClient = ({ headers }: IncomingMessage): boolean =>
  headers.authorization === `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

const signToken = (issuer: string, key: Key, { nonce, claims = {} }: Grant): string => {
  const now = Math.floor(Date.now() / 1_000);
  const payload = { iss: issuer, aud: clientId, sub: 'person-1', iat: now, exp: now + 300, nonce, ...claims };
  return jwt.sign(payload, key.privateKey, { algorithm: 'RS256', keyid: key.kid });
};

/** An identity provider whose every answer a test can falsify. */
export const startFakeProvider = async () => {
  const key = newKey('published');
  const forger = newKey('published');
  const grants = new Map<string, Grant>();
  let replaced: Record<string, Handler> = {};
  let metadata: Record<string, unknown> = {};
  const handlers: Record<string, Handler> = {
    '/.well-known/openid-configuration': (_, response) =>
      sendJson(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        end_session_endpoint: `${issuer}/end`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
        ...metadata,
      }),
    '/keys': (_, response) => sendJson(response, { keys: [key.jwk] }),
    '/token': async (request, response) => {
      const form = new URLSearchParams(await text(request));
      const grant = grants.get(form.get('code') ?? '');
      grants.delete(form.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (!isClient(request)) return sendJson(response, { error: 'invalid_client' }, 400);
      if (grant?.challenge !== challenge) return sendJson(response, { error: 'invalid_grant' }, 400);
      return sendJson(response, {
        access_token: 'access',
        token_type: 'Bearer',
        id_token: signToken(issuer, grant.isForged ? forger : key, grant),
      });
    },
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const handle = replaced[path] ?? handlers[path];
    if (handle) void handle(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    /** Signs a person in, as after the form. @param address of the authorization @returns the query of the callback */
    authorize: (address: string, assertion: Assertion = {}): string => {
      const asked = new URL(address).searchParams;
      const code = randomUUID();
      grants.set(code, {
        nonce: asked.get('nonce') ?? '',
        challenge: asked.get('code_challenge') ?? '',
        ...assertion,
      });
      return new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer }).toString();
    },
    /** Signs a logout token. @param claims replace those of a valid one; undefined removes one */
    signLogout: (
      claims: Record<string, unknown> = {},
      { isForged = false, keyid = key.kid }: { isForged?: boolean; keyid?: string } = {},
    ): string => {
      const payload = {
        iss: issuer,
        aud: clientId,
        iat: Math.floor(Date.now() / 1_000),
        jti: randomUUID(),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...claims,
      };
      const present = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
      return jwt.sign(present, (isForged ? forger : key).privateKey, {
        algorithm: 'RS256',
        keyid,
        noTimestamp: !('iat' in present),
      });
    },
    replaceHandler: (path: string, handler: Handler): void => {
      replaced = { ...replaced, [path]: handler };
    },
    replaceMetadata: (changed: Record<string, unknown>): void => {
      metadata = changed;
    },
    reset: (): void => {
      replaced = {};
      metadata = {};
    },
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
export type FakeProvider = Awaited<ReturnType<typeof startFakeProvider>>;
