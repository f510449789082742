import { storageKeys } from '@obieg/contracts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setLanguage } from '../i18n/messages';
import { signOut } from '../identity/sign-out';
import { setNavigate } from '../navigation/navigate-to';
import { currentSession, startSession } from '../session/session.store';
import { getSignInReason } from '../session/sign-in-reason';
import { fakeApi, problemResponse, signInAs, signOutForTest } from '../testing';
import { ApiError } from './api-error';
import { http } from './http';

let visited: string[];
beforeEach(() => {
  visited = [];
  setNavigate((to) => void visited.push(to));
});
afterEach(async () => {
  history.replaceState(null, '', '/');
  await setLanguage('mul');
  signOutForTest();
});

const failureOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => expect.unreachable('the call should fail'),
    (error: unknown) => error as ApiError,
  );

describe('http', () => {
  it('sends no token with an anonymous call, whose answer a session that ends cannot refuse', async () => {
    const api = fakeApi({ 'GET /api/x': () => ({ body: {} }) });
    signInAs();
    await http.get('/x', { isAnonymous: true });
    const [call] = api.requests.filter(({ path }) => path === '/api/x');
    expect(call?.headers).not.toHaveProperty('authorization');
  });

  it('sends the bearer token if there is a session, and the language', async () => {
    const api = fakeApi({ 'GET /api/x': () => ({ body: {} }) });
    await http.get('/x');
    signInAs();
    await setLanguage('en');
    await http.get('/x');
    // Signing in loads the permissions, too.
    const [asVisitor, asUser] = api.requests.filter(({ path }) => path === '/api/x');
    expect(asVisitor?.headers).not.toHaveProperty('authorization');
    expect(asVisitor?.headers['accept-language']).toBe('mul');
    expect(asUser?.headers).toMatchObject({
      authorization: 'Bearer test-token',
      'accept-language': 'en',
    });
  });

  it('rejects with code, message, fields and request id of the problem', async () => {
    fakeApi({
      'POST /api/x': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'Some fields are wrong', [
          { field: 'title', message: 'Tytuł jest wymagany' },
        ]),
    });
    expect(await failureOf(http.post('/x'))).toMatchObject({
      code: 'VALIDATION_FAILED',
      status: 422,
      serverMessage: 'Some fields are wrong',
      fieldErrors: [{ field: 'title', message: 'Tytuł jest wymagany' }],
      requestId: 'request-1',
    });
  });

  it.each([
    [409, 'No such person.', 'No such person.'],
    [409, '<html><body>Conflict</body></html>', undefined],
    [409, 'x'.repeat(501), undefined],
    [502, 'Bad Gateway', undefined],
  ])('reads a %i with the body %j as the message %j', async (status, body, message) => {
    fakeApi({ 'GET /api/x': () => ({ status, body }) });
    expect((await failureOf(http.get('/x'))).serverMessage).toBe(message);
  });

  it.each([
    ['offline', 'NETWORK', undefined],
    [{ status: 502, body: '<html>bad gateway</html>' }, 'UNREADABLE', 502],
    [{ status: 500 }, 'UNREADABLE', 500],
  ] as const)('rejects %o with the code %s', async (response, code, status) => {
    fakeApi({ 'GET /api/x': () => response });
    const error = await failureOf(http.get('/x'));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code, status, serverMessage: undefined, fieldErrors: [] });
  });
});

describe('401 response (spec 3 §6)', () => {
  const unauthorized = { 'GET /api/x': () => problemResponse(401, 'UNAUTHORIZED') };

  it('signs out, navigates to /login and stores the return URL', async () => {
    history.replaceState(null, '', '/tasks?page=2');
    signInAs();
    fakeApi(unauthorized);
    expect(await failureOf(http.get('/x'))).toMatchObject({ status: 401 });
    expect(currentSession()).toBeUndefined();
    expect(localStorage.getItem(storageKeys.token)).toBeNull();
    expect(localStorage.getItem(storageKeys.user)).toBeNull();
    expect(visited).toEqual(['/login']);
    expect(sessionStorage.getItem(storageKeys.returnUrl)).toBe('/tasks?page=2');
    expect(getSignInReason()).toBe('session-ended');
  });

  it('is ignored on a login path', async () => {
    history.replaceState(null, '', '/login');
    signInAs();
    fakeApi(unauthorized);
    await failureOf(http.get('/x'));
    expect(currentSession()?.token).toBe('test-token');
    expect(visited).toEqual([]);
  });

  it('keeps the new session if the token was replaced meanwhile', async () => {
    history.replaceState(null, '', '/tasks');
    signInAs();
    fakeApi({
      'GET /api/x': () => {
        startSession('newer-token', { id: 8, username: 'anna', email: 'anna@acme.test' });
        return problemResponse(401, 'UNAUTHORIZED');
      },
    });
    await failureOf(http.get('/x'));
    expect(currentSession()?.token).toBe('newer-token');
    expect(visited).toEqual([]);
  });

  it('is the only status that signs out', async () => {
    signInAs();
    fakeApi({ 'GET /api/x': () => problemResponse(403, 'FORBIDDEN') });
    await failureOf(http.get('/x'));
    expect(currentSession()?.token).toBe('test-token');
  });
});

describe('signOut (spec 3 §2)', () => {
  it('clears the storage, navigates to /login and revokes the session, even if the server is unreachable', async () => {
    signInAs();
    const api = fakeApi({ 'POST /api/auth/sign-out': () => 'offline' });
    sessionStorage.setItem(storageKeys.returnUrl, '/tasks');
    localStorage.setItem(storageKeys.taskListFilters, '{}');
    signOut();
    expect(currentSession()).toBeUndefined();
    expect(sessionStorage.getItem(storageKeys.returnUrl)).toBeNull();
    expect(localStorage.getItem(storageKeys.taskListFilters)).toBeNull();
    expect(visited).toEqual(['/login']);
    const revocation = () => api.requests.find(({ path }) => path === '/api/auth/sign-out');
    await expect.poll(() => revocation()?.headers['authorization']).toBe('Bearer test-token');
  });

  it('goes on to the identity provider of the session', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    onTestFinished(() => assign.mockRestore());
    const address = 'https://idp.example.com/end?client_id=obieg';
    signInAs();
    fakeApi({ 'POST /api/auth/sign-out': () => ({ body: { address } }) });
    signOut();
    expect(visited).toEqual(['/login']);
    await expect.poll(() => assign.mock.calls).toEqual([[address]]);
  });
});
