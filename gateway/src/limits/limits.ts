import type { RequestTarget } from '../http/request-target';
import { isUpload } from '../routing/routing-table';

/** What is counted a minute, for each principal. */
export const limitNames = [
  'anonymousReads',
  'anonymousSubmissions',
  'loginChecks',
  'signedInReads',
  'writes',
  'uploads',
  'searches',
  'reports',
] as const;
export type LimitName = (typeof limitNames)[number];

type Target = Pick<RequestTarget, 'path' | 'url'>;

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Paths that look through many rows when their query holds something to look for, and the query's name for that. */
const searchTerms: readonly [path: RegExp, term: string][] = [
  [/^\/api\/(tasks|users)$/, 'search'],
  [/^\/api\/tasks\/[^/]+\/assignees$/, 'searchTerm'],
];

const isSearch = ({ path, url }: Target): boolean => {
  if (path === '/api/users/search') return true;
  const term = searchTerms.find(([pattern]) => pattern.test(path))?.[1];
  const query = new URLSearchParams(url.slice(path.length));
  return term !== undefined && (query.get(term) ?? '').trim() !== '';
};

/** Which limit a call counts against. Calls that reveal accounts are counted apart, whoever makes them. */
export const limitOf = (method: string, target: Target, isSignedIn: boolean): LimitName => {
  const { path } = target;
  if (path === '/api/auth/check-login-methods') return 'loginChecks';
  if (!isSignedIn) {
    if (isRead(method)) return 'anonymousReads';
    return path === '/api/tasks' ? 'anonymousSubmissions' : 'writes';
  }
  if (isUpload(method, path)) return 'uploads';
  if (!isRead(method)) return 'writes';
  return isSearch(target) ? 'searches' : 'signedInReads';
};

/** Of all tasks, in the place of a number. */
const listStreamPath = '/api/tasks/live';

/**
 * The public number of the task that a call names, whatever is to be done with it: a miss here may be somebody trying
 * numbers. Undefined for a call that names none, or asks for none: OPTIONS answers alike whatever the number.
 */
export const findTaskNumber = (method: string, path: string): string | undefined => {
  if (method === 'OPTIONS' || path === listStreamPath) return undefined;
  const number = /^\/api\/tasks\/([^/]*)/.exec(path)?.[1];
  return number === undefined ? undefined : decodeURIComponent(number);
};
