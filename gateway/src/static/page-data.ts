import { signedInCookie } from '@obieg/contracts';
import { isProblem, requestJsonFrom } from '@obieg/service-kit';
import { type Admission, internalHeadersOf } from '../api/admission';
import type { GatewayContext } from '../http/request-handler';
import type { ConcurrencyLimit } from '../limits/concurrency-limit';
import { findTaskNumber } from '../limits/limits';
import { type Principal, visitorOf } from '../limits/principal';
import type { RateLimiter } from '../limits/rate-limiter';
import type { TaskMisses } from '../limits/task-misses';
import type { Instances } from '../proxy/instances';
import { findApiRoute, laneOf, type ServiceName } from '../routing/routing-table';
import type { FirstPage } from './first-page';

/** Responses of public calls by address, in the shape that web-kit reads. */
export type PageData = Readonly<Record<string, { body: unknown }>>;

interface PageDataOptions {
  services: Record<ServiceName, Instances>;
  admission: Pick<Admission, 'findOrganization'>;
  limiter: RateLimiter;
  taskMisses: TaskMisses;
  limitConcurrency: ConcurrencyLimit;
}

/** The page can fetch the data itself, so the document does not wait longer than such a call takes. */
const deadlineMs = 400;
/** More would delay the scripts of the page on a slow line. */
const bodyMaxLength = 60_000;

/** `/api/tasks/:publicTaskId` with the parameters of the page's path. */
export const fillAddress = (template: string, params: FirstPage['params']): string => {
  const [path = '', query] = template.split('?');
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return query === undefined ? filled : `${filled}?${query}`;
};

/**
 * Reads the data that a route declares, exactly as the visitor's browser would: without a token, through the public
 * API, under the limits of the client's address.
 */
export const createPageData = (options: PageDataOptions) => {
  const { services, admission, limiter, taskMisses, limitConcurrency } = options;

  const request = async (
    context: GatewayContext,
    address: string,
    headers: Record<string, string>,
    principal: Principal,
  ): Promise<unknown> => {
    const [path = ''] = address.split('?');
    const route = findApiRoute(path);
    if (!route || laneOf('GET', path) !== 'calls') return undefined;
    await limiter.consume('anonymousReads', principal);
    const taskNumber = findTaskNumber('GET', path);
    const settle = taskNumber === undefined ? undefined : await taskMisses.reserve(principal.key, taskNumber);
    let body: unknown;
    try {
      await limitConcurrency(principal, async () => {
        const response = await requestJsonFrom(services[route.service].list, address, deadlineMs, headers);
        settle?.(response.status);
        if (response.status === 200) body = response.body;
      });
    } catch (error) {
      if (!isProblem(error)) context.state.log.warn({ err: error, address: path }, 'page without its data');
    } finally {
      settle?.();
    }
    return body;
  };

  return {
    /** Leaves out what fails, is refused or takes too long. The page fetches it and shows the failure. */
    read: async (context: GatewayContext, { route, params }: FirstPage): Promise<PageData> => {
      const isSignedIn = context.cookies.get(signedInCookie) !== undefined;
      if (!route.data || route.access !== 'public' || isSignedIn || context.method !== 'GET') return {};
      const principal = visitorOf(context.state);
      try {
        const headers = internalHeadersOf(context, await admission.findOrganization(context));
        const entries = await Promise.all(
          route.data.map(async (template) => {
            const address = fillAddress(template, params);
            const body = await request(context, address, headers, principal).catch(() => undefined);
            return [address, { body }] as const;
          }),
        );
        return Object.fromEntries(
          entries.filter(
            ([, { body }]) => body !== undefined && JSON.stringify(body).length <= bodyMaxLength,
          ),
        );
      } catch (error) {
        if (isProblem(error)) return {};
        throw error;
      }
    },
  };
};
export type PageDataReader = ReturnType<typeof createPageData>;
