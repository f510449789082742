import { currentLanguage } from '../i18n/language.store';
import { navigateTo } from '../navigation/navigate-to';
import { isLoginPath, rememberReturnUrl } from '../session/return-url';
import { currentSession, endSession } from '../session/session.store';
import { setSignInReason } from '../session/sign-in-reason';
import { errorFromResponse } from './api-error';
import { reportNetworkFailure } from './network-failures';
import { takePageResponse } from './page-data';
import { sendRequest } from './send-request';
import type { ResponseType, Transport, TransportResponse } from './transport';

type QueryValue = string | number | boolean | null | undefined;

interface RequestOptions {
  /** Query parameters. Null and undefined ones are left out. */
  params?: Record<string, QueryValue>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** In milliseconds, for the complete response; 0: none. Default: 35 s. */
  timeout?: number;
  /** Default: JSON. */
  responseType?: ResponseType;
  onUploadProgress?: (event: { progress?: number }) => void;
  /** Sends no token: for an answer that is the same for all, and is needed while a session ends. */
  isAnonymous?: boolean;
}

export interface HttpResponse<Body> {
  data: Body;
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
}

type Read = <Body = unknown>(path: string, options?: RequestOptions) => Promise<HttpResponse<Body>>;
type Write = <Body = unknown>(
  path: string,
  body?: unknown,
  options?: RequestOptions,
) => Promise<HttpResponse<Body>>;

/** Longer than the gateway's timeout (30 s), so that its error response arrives. Uploads set their own timeout. */
const defaultTimeoutMs = 35_000;
const bearerPrefix = 'Bearer ';

let transport: Transport = sendRequest;

/** For tests. */
export const replaceTransport = (replacement: Transport): void => {
  transport = replacement;
};

const buildAddress = (path: string, params: RequestOptions['params'] = {}): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== undefined && value !== null) query.set(name, String(value));
  // A comma separates the values of a list and needs no encoding.
  return `/api${path}${query.size > 0 ? `?${String(query).replaceAll('%2C', ',')}` : ''}`;
};

const buildHeaders = (options: RequestOptions, isJson: boolean): Headers => {
  const headers = new Headers({ accept: 'application/json, text/plain, */*', ...options.headers });
  if (isJson) headers.set('content-type', 'application/json');
  const session = options.isAnonymous ? undefined : currentSession();
  if (session && !headers.has('authorization'))
    headers.set('authorization', `${bearerPrefix}${session.token}`);
  headers.set('accept-language', currentLanguage());
  return headers;
};

/** Aborts with the caller's signal, or with a `TimeoutError` after the timeout. */
const createGuard = ({ signal, timeout = defaultTimeoutMs }: RequestOptions) => {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal?.reason);
  const timer =
    timeout > 0
      ? setTimeout(() => controller.abort(new DOMException('Timeout', 'TimeoutError')), timeout)
      : undefined;
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    /** A stream outlives the call and stays under the caller's signal. */
    dispose: (isStream: boolean): void => {
      clearTimeout(timer);
      if (!isStream) signal?.removeEventListener('abort', abort);
    },
  };
};

/** Whether the request used a token that has been replaced. A 401 to it does not concern the current session. */
const isFromEarlierSession = (headers: Headers): boolean => {
  const sent = headers.get('authorization') ?? '';
  const currentToken = currentSession()?.token;
  return (
    sent.startsWith(bearerPrefix) && currentToken !== undefined && sent !== `${bearerPrefix}${currentToken}`
  );
};

/** Spec 3 §6: a 401 to any call signs out and goes to /login, except on the login page. */
const endSessionOnUnauthorized = (headers: Headers): void => {
  if (isLoginPath(location.pathname) || isFromEarlierSession(headers)) return;
  rememberReturnUrl(location.href);
  endSession();
  setSignInReason('session-ended');
  navigateTo('/login');
};

/** @throws ApiError without a response; the signal's reason if the caller aborted the call */
const transmit = async (
  method: string,
  url: string,
  headers: Headers,
  body: unknown,
  options: RequestOptions,
): Promise<TransportResponse> => {
  const { responseType = 'json', onUploadProgress } = options;
  const guard = createGuard(options);
  try {
    return await transport({
      method,
      url,
      headers,
      body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
      responseType,
      signal: guard.signal,
      ...(onUploadProgress ? { onUploadProgress } : {}),
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    reportNetworkFailure();
    throw errorFromResponse(undefined, 'NETWORK', { cause });
  } finally {
    guard.dispose(responseType === 'stream');
  }
};

const call = async <Body>(
  method: string,
  path: string,
  body: unknown,
  options: RequestOptions = {},
): Promise<HttpResponse<Body>> => {
  const headers = buildHeaders(options, body !== undefined && !(body instanceof FormData));
  const url = buildAddress(path, options.params);
  const response = await transmit(method, url, headers, body, options);
  if (response.status >= 200 && response.status < 300)
    return { data: response.data as Body, status: response.status, headers: response.headers };
  const error = errorFromResponse(response, 'UNREADABLE');
  if (error.status === 401) endSessionOnUnauthorized(headers);
  throw error;
};

/** Reads what the page's document already contains. It is what a visitor gets, so a session does not use it. */
const readPage = <Body>(path: string, { params }: RequestOptions): HttpResponse<Body> | undefined => {
  const known = currentSession() ? undefined : takePageResponse(buildAddress(path, params));
  return known && { data: known.body as Body, status: 200, headers: {} };
};

/** HTTP client for `/api`. Sends the bearer token and the language. Rejects with {@link ApiError}. */
export const http: { get: Read; delete: Read; post: Write; put: Write; patch: Write } = {
  get: async <Body>(path: string, options: RequestOptions = {}) =>
    readPage<Body>(path, options) ?? call<Body>('GET', path, undefined, options),
  delete: (path, options) => call('DELETE', path, undefined, options),
  post: (path, body, options) => call('POST', path, body, options),
  put: (path, body, options) => call('PUT', path, body, options),
  patch: (path, body, options) => call('PATCH', path, body, options),
};
