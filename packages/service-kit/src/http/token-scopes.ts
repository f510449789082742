import { scimPath, type TokenScope } from '@obieg/contracts';
import type { Session } from '../auth/authenticator';
import { problem } from '../errors/problems';
import type { Route } from './route';

type Area = 'tasks' | 'workflow' | 'people';

/** Paths that tokens may call, by the area of their scopes. Each covers itself and everything below. */
const areas: readonly [prefix: string, area: Area][] = [
  ['/api/tasks', 'tasks'],
  ['/api/approvals', 'tasks'],
  ['/api/task-views', 'tasks'],
  ['/api/canned-replies', 'tasks'],
  ['/api/due-settings', 'tasks'],
  ['/api/notifications', 'tasks'],
  ['/api/workflow-parameters', 'workflow'],
  ['/api/workflow-status', 'workflow'],
  ['/api/status-transitions', 'workflow'],
  ['/api/workflow-revisions', 'workflow'],
  ['/api/workflow-configuration', 'workflow'],
  ['/api/workflow-templates', 'workflow'],
  ['/api/workflow-scenarios', 'workflow'],
  ['/api/workflow-check', 'workflow'],
  ['/api/workflow-layout', 'workflow'],
  ['/api/calendars', 'workflow'],
  ['/api/holidays', 'workflow'],
  ['/api/targets', 'workflow'],
  ['/api/users', 'people'],
  ['/api/groups', 'people'],
  ['/api/organizations/users', 'people'],
  ['/api/organizations/groups', 'people'],
  ['/api/admin/roles', 'people'],
  ['/api/admin/invite-user', 'people'],
];

/** The owner of the token, for any scope. */
const forAnyScope: ReadonlySet<string> = new Set(['/api/auth/me', '/api/permissions/check']);

/** A stream lasts longer than the session that the gateway gets for a token. */
const isStream = (path: string): boolean => path.endsWith('/live');

/** POST that only reads, because its input is too large for an address. */
const readingPosts: ReadonlySet<string> = new Set([
  '/api/tasks/workflow-impact',
  '/api/holidays/file',
  '/api/tasks/bulk/lost-tasks',
  '/api/tasks/bulk/transitions',
]);

const covers = (prefix: string, path: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** Scope that a call needs: one, `any`, or undefined for a call that no token may make. */
export const scopeOfRoute = ({
  method,
  path,
}: Pick<Route, 'method' | 'path'>): TokenScope | 'any' | undefined => {
  if (forAnyScope.has(path)) return 'any';
  if (covers('/api/webhooks', path)) return 'webhooks';
  // An identity provider has one token, and reads only to write.
  if (covers(scimPath, path)) return 'people:write';
  const area = isStream(path) ? undefined : areas.find(([prefix]) => covers(prefix, path))?.[1];
  return area && `${area}:${method === 'GET' || readingPosts.has(path) ? 'read' : 'write'}`;
};

/** @throws 403 if the session belongs to an API token without the scope of the route */
export const checkTokenScope = (route: Route, { scopes }: Pick<Session, 'scopes'>): void => {
  if (scopes === undefined) return;
  const needed = scopeOfRoute(route);
  if (needed === undefined) throw problem.forbidden('This call is not possible with an API token.');
  if (needed !== 'any' && !scopes.includes(needed))
    throw problem.forbidden(`The API token lacks the scope ${needed}.`);
};
