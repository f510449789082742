import autocannon from 'autocannon';

export interface Scenario {
  name: string;
  url: string;
  headers: Record<string, string>;
  method?: 'GET' | 'POST';
  path: string;
  body?: unknown;
  /** Path and body of the next request, where each must be another one. */
  next?: () => { path: string; body: unknown };
}

export interface Measured {
  name: string;
  connections: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  refused: number;
}

/** Runs one scenario; the first second, which finds cold caches, does not count. */
export const measure = async (
  scenario: Scenario,
  connections: number,
  seconds: number,
): Promise<Measured> => {
  const { name, url, headers, method = 'GET', path, body, next } = scenario;
  const run = (duration: number) =>
    autocannon({
      url,
      connections,
      duration,
      requests: [
        {
          method,
          path,
          headers: { ...headers, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          ...(next
            ? {
                setupRequest: (request) => {
                  const { path: nextPath, body: nextBody } = next();
                  return { ...request, path: nextPath, body: JSON.stringify(nextBody) };
                },
              }
            : {}),
        },
      ],
    });
  await run(1);
  const { requests, latency, non2xx, errors } = await run(seconds);
  return {
    name,
    connections,
    perSecond: Math.round(requests.average),
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    refused: non2xx + errors,
  };
};
