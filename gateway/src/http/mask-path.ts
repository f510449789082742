import { isProgramLink } from '../routing/routing-table';

const loggedMaxLength = 300;

/**
 * Masks secrets in a path for the log. Of a link for programs nothing remains, because a wrong or encoded spelling
 * contains the secret, too.
 */
export const maskPath = (path: string): string => {
  if (isProgramLink(path)) return `${path.split('/', 3).join('/')}/*`;
  return path.replace(/\/[\w-]{20,}(?=[/.]|$)/g, '/*').slice(0, loggedMaxLength);
};
