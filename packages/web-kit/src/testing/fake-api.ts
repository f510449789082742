import { replaceTransport } from '../http/http';
import type { TransportRequest } from '../http/transport';
import { createFakeLive, type FakeLive, isLivePath } from './fake-live';
import type { FakeRequest, FakeResponse, FakeRoutes } from './fake-routes';

export interface FakeApi extends FakeLive {
  /** Requests so far, oldest first. Includes change streams only if the test declares them. */
  requests: FakeRequest[];
  /** Adds or replaces responses. */
  respond: (routes: FakeRoutes) => void;
}

const matchPath = (pattern: string, path: string): Record<string, string> | undefined => {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const actual = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(actual);
    else if (part !== actual) return undefined;
  }
  return params;
};

const parseBody = (data: unknown): unknown => {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
};

const readRequest = ({ method, url, headers, body }: TransportRequest): FakeRequest => {
  const { pathname, searchParams } = new URL(url, 'http://test');
  return {
    method,
    path: pathname,
    params: {},
    query: Object.fromEntries(searchParams),
    body: parseBody(body),
    headers: Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value])),
  };
};

const findResponder = (routes: FakeRoutes, request: FakeRequest) => {
  for (const [key, respond] of Object.entries(routes)) {
    const [method, pattern = ''] = key.split(' ');
    const params = method === request.method ? matchPath(pattern, request.path) : undefined;
    if (params) return () => respond({ ...request, params });
  }
  return undefined;
};

/** Never settles, except if the request is aborted. */
const rejectOnAbort = ({ signal }: TransportRequest): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** Creates an error response with a problem document, like those of the services. */
export const problemResponse = (
  status: number,
  code: string,
  message = code,
  errors?: { field: string; message: string }[],
  part?: string,
): FakeResponse => ({
  status,
  body: {
    type: 'about:blank',
    title: code,
    status,
    detail: message,
    code,
    requestId: 'request-1',
    success: false,
    message,
    ...(errors ? { errors } : {}),
    ...(part ? { part } : {}),
  },
});

/** Fakes the network below the real HTTP client, until the next call. Unknown paths return 404. */
export const fakeApi = (initial: FakeRoutes = {}): FakeApi => {
  let routes = initial;
  const requests: FakeRequest[] = [];
  const { live, openStream } = createFakeLive();
  const findStreamResponder = (request: FakeRequest, signal: AbortSignal) =>
    isLivePath(request.path) ? () => openStream(request, signal) : undefined;
  replaceTransport(async (sent) => {
    const request = readRequest(sent);
    const declared = findResponder(routes, request);
    const defaultStream = declared ? undefined : findStreamResponder(request, sent.signal);
    if (!defaultStream) requests.push(request);
    const pending = (declared ?? defaultStream)?.() ?? problemResponse(404, 'NOT_FOUND');
    const fake = await Promise.race([pending, rejectOnAbort(sent)]);
    if (fake === 'offline') throw new TypeError('Network Error');
    return { status: fake.status ?? 200, headers: fake.headers ?? {}, data: fake.body ?? '' };
  });
  return {
    ...live,
    requests,
    respond: (more) => {
      routes = { ...routes, ...more };
    },
  };
};

// `signInAs` loads permissions, possibly before the test declares a response.
fakeApi();
