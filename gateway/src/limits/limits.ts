import { scimPath } from '@obieg/contracts';
import type { RequestTarget } from '../http/request-target';
import { covers, isExport, isUpload } from '../routing/routing-table';

/** Rate limits per minute and principal, or organization. */
export const limitNames = [
  'pages',
  'files',
  'anonymousReads',
  'anonymousSubmissions',
  'loginChecks',
  'signedInReads',
  'writes',
  'uploads',
  'searches',
  'workflowImports',
  'calendarFeeds',
  'provisioning',
  'reports',
  'deliveryReports',
] as const;
export type LimitName = (typeof limitNames)[number];

/**
 * Limits that the members of an organization share. The check of a large workflow takes as long as a hundred plain
 * calls, so a limit per member would grow with the number of members.
 */
const sharedLimits: ReadonlySet<LimitName> = new Set(['workflowImports']);
export const isSharedByMembers = (limit: LimitName): boolean => sharedLimits.has(limit);

/** Share of a limit that a caller keeps while its organization is above the organization's limit. */
const reserveShare = 1 / 4;

export const reserveOf = (limit: number): number => Math.max(1, Math.floor(limit * reserveShare));

type Target = Pick<RequestTarget, 'path' | 'url'>;

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Searches, by path and query parameters. No index contains answers, so a list that is filtered by them reads every
 * task that its other filters leave.
 */
const searchTerms: readonly [path: RegExp, terms: readonly string[]][] = [
  [/^\/api\/tasks(\/board)?$/, ['search', 'answers']],
  [/^\/api\/users$/, ['search']],
  [/^\/api\/tasks\/[^/]+\/(assignees|mention-candidates)$/, ['searchTerm']],
];

/** Imports and restores, their dry runs, and the judgement of open tasks. They check a whole workflow. */
const importPaths =
  /^\/api\/(workflow-configuration\/import|workflow-revisions\/[^/]+\/restore|tasks\/workflow-impact)$/;

/** Calls that reveal accounts, and those with which a visitor lets a service call an identity provider. */
const loginCheckPaths =
  /^\/api\/auth\/(check-login-methods|identity-providers\/[^/]+\/(authorization|backchannel-logout))$/;

const isSearch = ({ path, url }: Target): boolean => {
  // An export reads up to a thousand pages.
  if (path === '/api/users/search' || isExport(path)) return true;
  const terms = searchTerms.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  const query = new URLSearchParams(url.slice(path.length));
  return terms.some((term) => (query.get(term) ?? '').trim() !== '');
};

/** Returns the limit of a call. Calls before a sign-in have their own limit for every caller. */
export const limitOf = (method: string, target: Target, isSignedIn: boolean): LimitName => {
  const { path } = target;
  if (isSignedIn && covers(scimPath, path)) return 'provisioning';
  if (loginCheckPaths.test(path)) return 'loginChecks';
  if (isUpload(method, path)) return 'uploads';
  if (!isSignedIn) {
    if (isRead(method)) return 'anonymousReads';
    return path === '/api/tasks' ? 'anonymousSubmissions' : 'writes';
  }
  if (!isRead(method)) return importPaths.test(path) ? 'workflowImports' : 'writes';
  return isSearch(target) ? 'searches' : 'signedInReads';
};

/**
 * Returns the task number in a path. A 404 for it counts as a guess. Undefined without a number, and for OPTIONS,
 * whose response does not depend on it.
 */
export const findTaskNumber = (method: string, path: string): string | undefined => {
  const segment = /^\/api\/tasks\/([^/]+)/.exec(path)?.[1];
  if (method === 'OPTIONS' || segment === undefined) return undefined;
  const number = decodeURIComponent(segment);
  return /^\d+$/.test(number) ? number : undefined;
};

/** Longer texts are no keys. */
const calendarFileMaxLength = 50;

/**
 * Returns the file name of a calendar feed, which contains its key. A 404 for it counts as a guess. Undefined for other
 * paths, and for OPTIONS.
 */
export const findCalendarKey = (method: string, path: string): string | undefined => {
  const file = /^\/api\/calendar\/(.+)/.exec(path)?.[1];
  if (method === 'OPTIONS' || file === undefined) return undefined;
  return decodeURIComponent(file).slice(0, calendarFileMaxLength);
};
