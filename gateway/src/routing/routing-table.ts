import { limits } from '@obieg/contracts';

/** A service behind the gateway. */
export const serviceNames = ['identity', 'workflow', 'tasks'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Paths under /api and their owner; a prefix owns itself and everything below it. */
export interface ApiRoute {
  prefix: `/api/${string}`;
  service: ServiceName;
}

export const apiRoutes: readonly ApiRoute[] = [
  { prefix: '/api/auth', service: 'identity' },
  { prefix: '/api/email-verification', service: 'identity' },
  { prefix: '/api/permissions', service: 'identity' },
  { prefix: '/api/organizations', service: 'identity' },
  { prefix: '/api/users', service: 'identity' },
  { prefix: '/api/admin', service: 'identity' },
  { prefix: '/api/groups', service: 'identity' },
  { prefix: '/api/security-log', service: 'identity' },
  { prefix: '/api/workflow-parameters', service: 'workflow' },
  { prefix: '/api/workflow-status', service: 'workflow' },
  { prefix: '/api/status-transitions', service: 'workflow' },
  { prefix: '/api/tasks', service: 'tasks' },
];

/** Paths that the gateway answers itself. */
const ownPrefixes = ['/api/docs', '/api/health', '/api/csp-reports'];

const covers = (prefix: string, path: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** The owner of an API path, or undefined when nobody owns it. */
export const findApiRoute = (path: string, routes = apiRoutes): ApiRoute | undefined =>
  routes.find(({ prefix }) => covers(prefix, path));

/** Throws when two owners claim one path or a service owns nothing; run before the gateway listens. */
export const checkApiRoutes = (routes: readonly ApiRoute[] = apiRoutes): void => {
  const prefixes = [...routes.map(({ prefix }) => prefix as string), ...ownPrefixes];
  const claimed = prefixes.find((prefix, index) =>
    prefixes.some((other, otherIndex) => otherIndex !== index && covers(other, prefix)),
  );
  if (claimed) throw new Error(`The routing table names ${claimed} twice`);
  const malformed = prefixes.find((prefix) => !/^\/api(\/[a-z][a-z-]*)+$/.test(prefix));
  if (malformed) throw new Error(`The routing table holds the malformed prefix ${malformed}`);
  const idle = serviceNames.find((name) => !routes.some(({ service }) => service === name));
  if (idle) throw new Error(`The routing table leads nowhere to ${idle}`);
};

const attachmentsPattern = /^\/api\/tasks\/[^/]+\/attachments$/;
/** Boundaries, part headers and file name around one attachment. */
const multipartOverheadBytes = 64 * 1024;

export const isUpload = (method: string, path: string): boolean =>
  method === 'POST' && attachmentsPattern.test(path);

const downloadPattern = /^\/api\/tasks\/[^/]+\/attachments\/[^/]+\/download$/;

const streamPattern = /^\/api\/tasks\/(?:[^/]+\/)?live$/;

/**
 * What a call is like: it carries a file, either way, for as long as its client takes (`transfers`), it is answered bit by
 * bit for as long as its client stays (`streams`), or it is soon over (`calls`).
 */
export type Lane = 'calls' | 'transfers' | 'streams';

export const laneOf = (method: string, path: string): Lane => {
  if (isUpload(method, path) || downloadPattern.test(path)) return 'transfers';
  return streamPattern.test(path) ? 'streams' : 'calls';
};

/** Bytes that a request's body may have. */
export const bodyLimitOf = (method: string, path: string): number =>
  isUpload(method, path) ? limits.attachmentBytes + multipartOverheadBytes : limits.bodyBytes;
