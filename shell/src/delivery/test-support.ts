import type { DeliveryReport } from '@obieg/contracts';
import { vi } from 'vitest';

type Respond = (path: string) => Response | Promise<Response>;

/** Replaces `fetch`. Collects the reports and lets the test answer other requests; they fail by default. */
export const fakeFetch = (respond: Respond = () => Promise.reject(new TypeError('Failed to fetch'))) => {
  const reports: (DeliveryReport & { init: RequestInit })[] = [];
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path === '/api/delivery/reports') {
      reports.push({ ...(JSON.parse(String(init.body)) as DeliveryReport), init });
      throw new TypeError('Failed to fetch');
    }
    requests.push(path);
    return respond(path);
  });
  return {
    requests,
    /** Reports so far as `remote version event`. */
    listReports: () => reports.map(({ remote, version, event }) => `${remote} ${version} ${event}`),
    listTickets: () => reports.map(({ ticket }) => ticket),
    listRequestOptions: () => reports.map(({ init }) => init),
  };
};
