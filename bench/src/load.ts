import autocannon from 'autocannon';

interface Request {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
}

export interface Scenario {
  name: string;
  /** Where to send it, and with what headers: the gateway or a service itself. */
  target: { url: string; headers: Record<string, string> };
  /** The next request: always the same one, or each time another. */
  next(): Request;
}

export interface Measured {
  name: string;
  connections: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers other than 2xx, and none at all; anything but 0 makes the row worthless. */
  refused: number;
}

/** Finds cold caches and does not count. */
const warmUpSeconds = 1;

/** Runs one scenario once. */
export const measure = async (
  { name, target: { url, headers }, next }: Scenario,
  connections: number,
  seconds: number,
): Promise<Measured> => {
  const run = (duration: number) =>
    autocannon({
      url,
      connections,
      duration,
      requests: [
        {
          setupRequest: (request) => {
            const { method, path, body } = next();
            if (body === undefined) return { ...request, method, path, headers };
            const json = { 'content-type': 'application/json', ...headers };
            return { ...request, method, path, headers: json, body: JSON.stringify(body) };
          },
        },
      ],
    });
  await run(warmUpSeconds);
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
