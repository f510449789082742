import axios, { type AxiosInstance, type InternalAxiosRequestConfig } from 'axios';
import { currentLanguage } from '../i18n/language.store';
import { navigateTo } from '../navigation';
import { isLoginPath, rememberReturnUrl } from '../session/return-url';
import { currentSession, endSession } from '../session/session.store';
import { isApiError, toApiError } from './api-error';

/** Longer than the gateway's timeout (30 s), so that its error response arrives. Uploads set their own timeout. */
const timeoutMs = 35_000;

/** HTTP client for `/api`. Sends the bearer token and the language. Rejects with {@link ApiError}. */
export const http: AxiosInstance = axios.create({ baseURL: '/api', timeout: timeoutMs });

const bearerPrefix = 'Bearer ';

http.interceptors.request.use((request) => {
  const session = currentSession();
  if (session && !request.headers.has('Authorization')) {
    request.headers.set('Authorization', `${bearerPrefix}${session.token}`);
  }
  request.headers.set('Accept-Language', currentLanguage());
  return request;
});

/** Whether the request used a token that has been replaced. A 401 to it does not concern the current session. */
const isFromEarlierSession = (request: InternalAxiosRequestConfig | undefined): boolean => {
  const sent = String(request?.headers.get('Authorization') ?? '');
  const currentToken = currentSession()?.token;
  return (
    sent.startsWith(bearerPrefix) && currentToken !== undefined && sent !== `${bearerPrefix}${currentToken}`
  );
};

/** Spec 3 §6: a 401 to any call signs out and goes to /login, except on the login page. */
const endSessionOnUnauthorized = (request: InternalAxiosRequestConfig | undefined): void => {
  if (isLoginPath(location.pathname) || isFromEarlierSession(request)) return;
  rememberReturnUrl(location.href);
  endSession();
  navigateTo('/login');
};

http.interceptors.response.use(undefined, (failure: unknown) => {
  const error = toApiError(failure);
  if (isApiError(error) && error.status === 401) {
    endSessionOnUnauthorized(axios.isAxiosError(failure) ? failure.config : undefined);
  }
  return Promise.reject(error);
});
