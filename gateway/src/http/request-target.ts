import type { IncomingMessage } from 'node:http';
import { type HostSite, readHostSite } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';

export interface RequestTarget {
  /** Path and query as sent by the client. */
  url: string;
  path: string;
  host: string;
  site: Exclude<HostSite, { site: 'malformed' }>;
}

const malformed = (detail: string) => problem.badRequest('BAD_REQUEST', detail);

const readHost = ({ rawHeaders }: IncomingMessage): string => {
  const hosts = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  );
  if (hosts.length !== 1) throw malformed('A request must have exactly one Host header.');
  return (hosts[0] ?? '').toLowerCase();
};

/**
 * Converts an absolute target. It must name the host of the Host header, or two parts of the chain could see
 * different hosts.
 */
const toOriginForm = (target: string, host: string): string => {
  if (target.startsWith('/')) return target;
  const [origin, named = ''] = /^https?:\/\/([^/?#]*)/i.exec(target) ?? [];
  if (origin === undefined) throw malformed('The address of the request cannot be read.');
  if (named.toLowerCase() !== host) throw malformed('The request names two different hosts.');
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
};

/** Sequences that could give a path two meanings, encoded or plain. */
const ambiguousPath = /\\|\/\/|%(?![0-9a-f]{2})|%(?:00|2f|5c)|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

const isUtf8 = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/** Parses host and path. @throws 400 for anything that two parsers could interpret differently */
export const readRequestTarget = (request: IncomingMessage, baseDomain: string): RequestTarget => {
  const host = readHost(request);
  const site = readHostSite(host, baseDomain);
  if (site.site === 'malformed') throw malformed('The host of the request cannot be read.');
  const url = toOriginForm(request.url ?? '', host);
  const path = url.split('?', 1)[0] ?? '/';
  if (url.includes('#') || ambiguousPath.test(path) || !isUtf8(path))
    throw malformed('The path of the request is ambiguous.');
  return { url, path, host, site };
};
