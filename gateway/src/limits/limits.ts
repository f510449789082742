import { isUpload } from '../routing/routing-table';

/** What is counted. Points are per minute and principal, `taskMisses` per hour. */
export const limitNames = [
  'anonymousReads',
  'anonymousSubmissions',
  'loginChecks',
  'signedInReads',
  'writes',
  'uploads',
  'searches',
  'taskMisses',
  'reports',
] as const;
export type LimitName = (typeof limitNames)[number];

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Which limit a call counts against. Calls that reveal accounts are counted apart, whoever makes them. */
export const limitOf = (method: string, path: string, isSignedIn: boolean): LimitName => {
  if (path === '/api/auth/check-login-methods') return 'loginChecks';
  if (!isSignedIn) {
    if (isRead(method)) return 'anonymousReads';
    return path === '/api/tasks' ? 'anonymousSubmissions' : 'writes';
  }
  if (isUpload(method, path)) return 'uploads';
  if (path === '/api/users/search') return 'searches';
  return isRead(method) ? 'signedInReads' : 'writes';
};

/**
 * A call on a task by its public number, however that is written and whatever is to be done with the task: a miss here
 * may be somebody trying numbers.
 */
export const namesTask = (path: string): boolean => path.startsWith('/api/tasks/');
