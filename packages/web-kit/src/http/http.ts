import axios, { type AxiosInstance, type InternalAxiosRequestConfig } from 'axios';
import { currentLanguage } from '../i18n/language.store';
import { navigateTo } from '../navigation';
import { isLoginPath, rememberReturnUrl } from '../session/return-url';
import { currentSession, endSession } from '../session/session.store';
import { isApiError, toApiError } from './api-error';

/** Longer than the gateway waits (30 s), whose answer says what is the matter. Uploads set their own. */
const timeoutMs = 35_000;

/** Calls to /api; rejects with ApiError. Sends the bearer token when there is one, and the chosen language. */
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

/** An answer to a token that has been replaced meanwhile says nothing about the present session. */
const isOfEarlierSession = (request: InternalAxiosRequestConfig | undefined): boolean => {
  const sent = String(request?.headers.get('Authorization') ?? '');
  const held = currentSession()?.token;
  return sent.startsWith(bearerPrefix) && held !== undefined && sent !== `${bearerPrefix}${held}`;
};

/** Spec 3 §6: a 401 to any call signs out and goes to /login, unless the person is there already. */
const leaveOnUnauthorized = (request: InternalAxiosRequestConfig | undefined): void => {
  if (isLoginPath(location.pathname) || isOfEarlierSession(request)) return;
  rememberReturnUrl(location.href);
  endSession();
  navigateTo('/login');
};

http.interceptors.response.use(undefined, (failure: unknown) => {
  const error = toApiError(failure);
  if (isApiError(error) && error.status === 401) {
    leaveOnUnauthorized(axios.isAxiosError(failure) ? failure.config : undefined);
  }
  return Promise.reject(error);
});
