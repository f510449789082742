import type { IncomingHttpHeaders } from 'node:http';
import { internalHeaderPrefix, requestIdHeader } from '@obieg/contracts';
import { hopByHop, namedByConnection } from '../http/connection-options';

/** What only the gateway may say to a service. */
const isReserved = (name: string): boolean =>
  name.startsWith(internalHeaderPrefix) ||
  name.startsWith('x-forwarded-') ||
  name === 'forwarded' ||
  name === 'x-real-ip' ||
  name === 'host' ||
  name === requestIdHeader ||
  name === 'traceparent';

/** Header names and values in turn, as node:http gives them. */
const pairsOf = (rawHeaders: readonly string[]): [string, string][] => {
  const pairs: [string, string][] = [];
  for (let index = 0; index < rawHeaders.length; index += 2)
    pairs.push([(rawHeaders[index] ?? '').toLowerCase(), rawHeaders[index + 1] ?? '']);
  return pairs;
};

/**
 * The headers that go on to a service: what came from outside without connection headers and without names reserved to
 * the gateway, behind the gateway's own: of a flood of headers a reader may keep only the first. A request whose
 * `Connection` names any other header has been refused before.
 */
export const requestHeadersFor = (
  rawHeaders: readonly string[],
  own: Readonly<Record<string, string>>,
): string[] => {
  const kept = pairsOf(rawHeaders).filter(([name]) => !hopByHop.has(name) && !isReserved(name));
  return [...Object.entries(own), ...kept].flat();
};

/** Names that a service may not set on an answer: the gateway's word counts. */
const ownResponseHeaders = new Set([
  requestIdHeader,
  'content-security-policy',
  'strict-transport-security',
  'x-powered-by',
  'server',
]);

/** The headers of an answer that go on to the client. */
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
