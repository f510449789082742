import type { IncomingHttpHeaders } from 'node:http';
import { internalHeaderPrefix, requestIdHeader } from '@obieg/contracts';
import { hopByHop, namedByConnection } from '../http/connection-options';

/** Headers that only the gateway may send to a service. */
const isReserved = (name: string): boolean =>
  name.startsWith(internalHeaderPrefix) ||
  name.startsWith('x-forwarded-') ||
  name === 'forwarded' ||
  name === 'x-real-ip' ||
  name === 'host' ||
  name === requestIdHeader ||
  name === 'traceparent';

/** Pairs of header name and value, from node:http's flat list. */
const pairsOf = (rawHeaders: readonly string[]): [string, string][] => {
  const pairs: [string, string][] = [];
  for (let index = 0; index < rawHeaders.length; index += 2)
    pairs.push([(rawHeaders[index] ?? '').toLowerCase(), rawHeaders[index + 1] ?? '']);
  return pairs;
};

/**
 * Builds the headers for a service: the gateway's own first, then the client's without connection headers and
 * reserved names. The own headers come first, because a parser may drop headers beyond its limit. Requests with other
 * headers in `Connection` were rejected before.
 */
export const requestHeadersFor = (
  rawHeaders: readonly string[],
  own: Readonly<Record<string, string>>,
): string[] => {
  const kept = pairsOf(rawHeaders).filter(
    ([name]) => !hopByHop.has(name) && !isReserved(name) && !Object.hasOwn(own, name),
  );
  return [...Object.entries(own), ...kept].flat();
};

/** Response headers that only the gateway may set. */
const ownResponseHeaders = new Set([
  requestIdHeader,
  'content-security-policy',
  'strict-transport-security',
  'x-powered-by',
  'server',
]);

/** Returns the response headers for the client. */
export const responseHeadersFor = (headers: IncomingHttpHeaders): [string, string | string[]][] => {
  const dropped = new Set(namedByConnection(headers.connection));
  return Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] =>
      entry[1] !== undefined &&
      !hopByHop.has(entry[0]) &&
      !dropped.has(entry[0]) &&
      !entry[0].startsWith(internalHeaderPrefix) &&
      !ownResponseHeaders.has(entry[0]),
  );
};
