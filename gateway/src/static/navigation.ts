import type { GatewayContext } from '../http/request-handler';
import { acceptsPage } from '../http/too-many-page';

/**
 * Whether a path names a file. An extension is letters, so `/task/12.5` is a page and not a file. Reads the last segment
 * alone: a pattern that looks for the segment's end behind each dot takes quadratic time.
 */
const hasExtension = (path: string): boolean => /\.[a-z]/i.test(path.slice(path.lastIndexOf('/') + 1));

/** Whether the request opens a page. */
export const isNavigation = (context: GatewayContext): boolean =>
  (context.method === 'GET' || context.method === 'HEAD') &&
  acceptsPage(context.get('accept')) &&
  !hasExtension(context.state.target.path);
