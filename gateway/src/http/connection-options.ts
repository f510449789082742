import type { IncomingMessage } from 'node:http';
import { problem } from '@obieg/service-kit';

/** Hop-by-hop headers (RFC 9110 §7.6.1), and `expect`, which the gateway handles itself. */
export const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'expect',
]);

/** Header names in `Connection`, which apply to one connection only. */
export const namedByConnection = (value: string | undefined): string[] =>
  (value ?? '').split(',').map((name) => name.trim().toLowerCase());

/**
 * Rejects a request whose `Connection` header names another header of the request. The gateway would read that header
 * but must not forward it, so it would check a different request than the service receives. @throws 400
 */
export const checkConnectionOptions = ({ headers, rawHeaders }: IncomingMessage): void => {
  const named = new Set(namedByConnection(headers.connection).filter((name) => !hopByHop.has(name)));
  const isNamed = (text: string, index: number): boolean => index % 2 === 0 && named.has(text.toLowerCase());
  if (rawHeaders.some(isNamed))
    throw problem.badRequest('BAD_REQUEST', 'The Connection header names a header that must be forwarded.');
};
