import { limits, scimPath } from '@obieg/contracts';

/** Services behind the gateway. */
export const serviceNames = ['identity', 'workflow', 'tasks'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** A path prefix of the API and its owner. It covers itself and everything below. */
interface ApiRoute {
  prefix: `/api/${string}` | typeof scimPath;
  service: ServiceName;
}

export const apiRoutes: readonly ApiRoute[] = [
  { prefix: '/api/auth', service: 'identity' },
  { prefix: '/api/account', service: 'identity' },
  { prefix: '/api/email-verification', service: 'identity' },
  { prefix: '/api/permissions', service: 'identity' },
  { prefix: '/api/organizations', service: 'identity' },
  { prefix: '/api/second-factors', service: 'identity' },
  { prefix: '/api/users', service: 'identity' },
  { prefix: '/api/admin', service: 'identity' },
  { prefix: '/api/groups', service: 'identity' },
  { prefix: '/api/integrations', service: 'identity' },
  { prefix: '/api/identity-providers', service: 'identity' },
  { prefix: '/api/security-log', service: 'identity' },
  { prefix: '/api/scim-settings', service: 'identity' },
  { prefix: scimPath, service: 'identity' },
  { prefix: '/api/workflow-parameters', service: 'workflow' },
  { prefix: '/api/workflow-status', service: 'workflow' },
  { prefix: '/api/status-transitions', service: 'workflow' },
  { prefix: '/api/workflow-revisions', service: 'workflow' },
  { prefix: '/api/workflow-configuration', service: 'workflow' },
  { prefix: '/api/workflow-templates', service: 'workflow' },
  { prefix: '/api/workflow-scenarios', service: 'workflow' },
  { prefix: '/api/workflow-check', service: 'workflow' },
  { prefix: '/api/workflow-layout', service: 'workflow' },
  { prefix: '/api/calendars', service: 'workflow' },
  { prefix: '/api/holidays', service: 'workflow' },
  { prefix: '/api/targets', service: 'workflow' },
  { prefix: '/api/tasks', service: 'tasks' },
  { prefix: '/api/mail-subscriptions', service: 'tasks' },
  { prefix: '/api/mail-in-settings', service: 'tasks' },
  { prefix: '/api/calendar', service: 'tasks' },
  { prefix: '/api/calendar-key', service: 'tasks' },
  { prefix: '/api/approvals', service: 'tasks' },
  { prefix: '/api/absence', service: 'tasks' },
  { prefix: '/api/notifications', service: 'tasks' },
  { prefix: '/api/notification-settings', service: 'tasks' },
  { prefix: '/api/task-views', service: 'tasks' },
  { prefix: '/api/canned-replies', service: 'tasks' },
  { prefix: '/api/due-settings', service: 'tasks' },
  { prefix: '/api/webhooks', service: 'tasks' },
];

/** Paths that the gateway handles itself. */
export const deliveryPrefix = '/api/delivery';
const ownPrefixes = [deliveryPrefix, '/api/docs', '/api/health', '/api/csp-reports'];

/** Whether a path is the prefix or below it. */
export const covers = (prefix: string, path: string): boolean =>
  path === prefix || path.startsWith(`${prefix}/`);

/**
 * Links that mail and calendar programs call without a session. Many of them follow no redirect, so the links also work
 * at the former address of an organization.
 */
export const isProgramLink = (path: string): boolean =>
  path.startsWith('/api/mail-subscriptions/') || path.startsWith('/api/calendar/');

/** Whether a path belongs to the API. Any other path is a page or a file. */
export const isApiPath = (path: string): boolean => covers('/api', path) || covers('/scim', path);

/** Finds the owner of an API path. */
export const findApiRoute = (path: string): ApiRoute | undefined =>
  apiRoutes.find(({ prefix }) => covers(prefix, path));

/** @throws if two services claim a path or a service has none. Runs before the gateway listens */
export const checkApiRoutes = (routes: readonly ApiRoute[]): void => {
  const prefixes = [...routes.map(({ prefix }) => prefix as string), ...ownPrefixes];
  const claimed = prefixes.find((prefix, index) =>
    prefixes.some((other, otherIndex) => otherIndex !== index && covers(other, prefix)),
  );
  if (claimed) throw new Error(`The routing table contains ${claimed} twice`);
  const malformed = prefixes.find(
    (prefix) => prefix !== scimPath && !/^\/api(\/[a-z][a-z-]*)+$/.test(prefix),
  );
  if (malformed) throw new Error(`The routing table contains the malformed prefix ${malformed}`);
  const unrouted = serviceNames.find((name) => !routes.some(({ service }) => service === name));
  if (unrouted) throw new Error(`The routing table has no prefix for ${unrouted}`);
};

const attachmentsPattern = /^\/api\/tasks\/[^/]+\/(?:reporter-access\/)?attachments$/;
/** Boundaries, part headers and file name of an attachment. */
const multipartOverheadBytes = 64 * 1024;

export const isUpload = (method: string, path: string): boolean =>
  method === 'POST' && attachmentsPattern.test(path);

const downloadPattern = /^\/api\/tasks\/[^/]+\/(?:reporter-access\/)?attachments\/[^/]+\/download$/;

const exportPaths: ReadonlySet<string> = new Set(['/api/security-log/export', '/api/tasks/export']);

/** Whether the response is a CSV file of many pages. */
export const isExport = (path: string): boolean => exportPaths.has(path);

const streamPattern = /^\/api\/(?:tasks\/(?:[^/]+\/)?|notifications\/)live$/;

/**
 * Kind of a call. `transfers`: carries a file. `streams`: lasts until the client disconnects. `calls`: everything
 * else.
 */
export type Lane = 'calls' | 'transfers' | 'streams';

export const laneOf = (method: string, path: string): Lane => {
  if (isUpload(method, path) || downloadPattern.test(path) || isExport(path)) return 'transfers';
  return streamPattern.test(path) ? 'streams' : 'calls';
};

/** Imports, restores and exports: a process can be busy with them for seconds. An import has 200 rows. */
const longCallPattern =
  /^\/api\/(?:security-log\/export|tasks\/(?:export|import)|users\/import|workflow-configuration\/(?:import|export)|workflow-revisions\/[^/]+\/restore|tasks\/workflow-impact)$/;

/** Whether ending a call before its response would lose the work of many seconds. */
export const isLongCall = (method: string, path: string): boolean =>
  isUpload(method, path) || longCallPattern.test(path);

/** Calls with a whole workflow. */
const workflowPaths: ReadonlySet<string> = new Set([
  '/api/workflow-configuration/import',
  '/api/tasks/workflow-impact',
]);

/** Maximum body size in bytes. */
export const bodyLimitOf = (method: string, path: string): number => {
  if (isUpload(method, path)) return limits.attachmentBytes + multipartOverheadBytes;
  if (path === '/api/holidays/file') return limits.calendarFileBodyBytes;
  return workflowPaths.has(path) ? limits.workflowFileBytes : limits.bodyBytes;
};
