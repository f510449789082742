import type { IncomingMessage } from 'node:http';
import { problem } from '@obieg/service-kit';

/** Headers that speak of one connection only (RFC 9110 §7.6.1), and `expect`, which the gateway answers itself. */
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

/** The names in values of `Connection`, which end with the connection that they came over. */
export const namedByConnection = (value: string | undefined): string[] =>
  (value ?? '').split(',').map((name) => name.trim().toLowerCase());

/**
 * 400 for a request whose `Connection` names another header that it carries: it may not go on, and the gateway, which
 * reads it, would count and check another call than the service gets to see. No list of the headers that matter could
 * follow what services come to read.
 */
export const checkConnectionOptions = ({ headers, rawHeaders }: IncomingMessage): void => {
  const named = new Set(namedByConnection(headers.connection).filter((name) => !hopByHop.has(name)));
  const isNamed = (text: string, index: number): boolean => index % 2 === 0 && named.has(text.toLowerCase());
  if (rawHeaders.some(isNamed))
    throw problem.badRequest('BAD_REQUEST', 'Connection names a header that is not of the connection alone.');
};
