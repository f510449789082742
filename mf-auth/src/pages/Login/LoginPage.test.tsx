import { storageKeys } from '@obieg/contracts';
import { currentSession, setSignInReason } from '@obieg/web-kit';
import {
  type FakeResponse,
  findEnabledButton,
  problemResponse,
  signInAs,
  signOutForTest,
} from '@obieg/web-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { authResponse, openRemote } from '../../test-support';

const enterName = async (name = 'olga@acme.test') => {
  await userEvent.type(await screen.findByLabelText('Email or Username'), name);
  await userEvent.click(await findEnabledButton('Continue'));
};
const enterPassword = async () => {
  await userEvent.type(await screen.findByLabelText('Password'), 'obieg-demo');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
};

afterEach(signOutForTest);

describe('/login (spec 1 §2, §4)', () => {
  it('signs in in two steps and opens the return URL', async () => {
    sessionStorage.setItem(storageKeys.returnUrl, '/task/123456789012');
    const { currentAddress, api } = await openRemote('/login', {
      'POST /api/auth/signin': () => ({ body: authResponse }),
    });
    await enterName('  olga@acme.test ');
    expect(document.title).toBe('Obieg - Login');
    await screen.findByText('olga@acme.test');
    await enterPassword();
    await waitFor(() => expect(currentAddress()).toBe('/task/123456789012'));
    expect(api.requests.find(({ path }) => path === '/api/auth/signin')?.body).toEqual({
      email: 'olga@acme.test',
      password: 'obieg-demo',
    });
    expect(localStorage.getItem(storageKeys.token)).toBe('jwt');
    expect(currentSession()?.user).toEqual({ id: 7, username: 'olga', email: 'olga@acme.test' });
  });

  it('disables Continue while the name is blank', async () => {
    await openRemote('/login');
    const field = await screen.findByLabelText('Email or Username');
    await userEvent.type(field, ' ');
    await userEvent.tab();
    await screen.findByText('Email or username is required');
    expect(screen.getByRole('button', { name: 'Continue' }).hasAttribute('disabled')).toBe(true);
  });

  it.each([
    [
      'the user does not exist',
      () => ({ body: { userExists: false, hasPassword: false } }),
      'User not found. Please check your email or register.',
    ],
    [
      'the server fails',
      () => problemResponse(503, 'UNAVAILABLE'),
      'Error checking login methods. Please try again.',
    ],
  ])('stays on the first step when %s', async (_, respond, text) => {
    await openRemote('/login', { 'POST /api/auth/check-login-methods': respond });
    await enterName();
    await screen.findByText(text);
    screen.getByLabelText('Email or Username');
  });

  it('sends a code by email when the user has no password', async () => {
    const { currentAddress } = await openRemote('/login', {
      'POST /api/auth/check-login-methods': () => ({ body: { userExists: true, hasPassword: false } }),
      'POST /api/email-verification/send-code': () => ({
        body: { success: true, token: 'a/token', message: '' },
      }),
      'GET /api/email-verification/token-info/:token': () => ({
        body: { success: true, email: 'o***@acme.test', canResend: false },
      }),
    });
    await enterName();
    await waitFor(() => expect(currentAddress()).toBe('/verify-email?token=a%2Ftoken'));
  });

  it('shows the server message, or a default one, when sending a code fails', async () => {
    const { api } = await openRemote('/login', {
      'POST /api/email-verification/send-code': () => problemResponse(429, 'TOO_MANY_REQUESTS', 'Za często.'),
    });
    await enterName();
    await userEvent.click(await screen.findByRole('button', { name: 'Zapomniałem hasła' }));
    await screen.findByText('Za często.');
    for (const [response, text] of [
      ['offline', 'Wystąpił błąd podczas wysyłania kodu weryfikacyjnego'],
      [{ body: { success: false, token: '', message: '' } }, 'Błąd podczas wysyłania kodu weryfikacyjnego'],
      [{ body: { success: false, token: '', message: 'Nie teraz.' } }, 'Nie teraz.'],
    ] as const) {
      api.respond({ 'POST /api/email-verification/send-code': () => response });
      await userEvent.click(screen.getByRole('button', { name: 'Zapomniałem hasła' }));
      await screen.findByText(text);
    }
  });

  it('disables the buttons during its calls', async () => {
    const calls: ((response: FakeResponse) => void)[] = [];
    const answerLater = () => new Promise<FakeResponse>((resolve) => void calls.push(resolve));
    const { currentAddress } = await openRemote('/login', {
      'POST /api/auth/check-login-methods': answerLater,
      'POST /api/auth/signin': answerLater,
    });
    const expectDisabled = async (name: string) =>
      expect((await screen.findByRole('button', { name })).hasAttribute('disabled')).toBe(true);
    await enterName();
    await expectDisabled('Checking...');
    calls[0]?.({ body: { userExists: true, hasPassword: true } });
    await enterPassword();
    await expectDisabled('Logging in...');
    calls[1]?.({ body: authResponse });
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
  });

  it.each([
    [
      '429',
      () => problemResponse(429, 'TOO_MANY_REQUESTS'),
      'Signing in failed: Too many requests. Please wait a moment.',
    ],
    [
      '503',
      () => problemResponse(503, 'UNAVAILABLE'),
      'Signing in failed: The service is temporarily unavailable. Please try again.',
    ],
    [
      '503 of a part',
      () => problemResponse(503, 'UNAVAILABLE', 'Logowanie jest niedostępne.', undefined, 'identity'),
      'Signing in failed: Logowanie jest niedostępne.',
    ],
    ['500', () => ({ status: 500 }), 'Signing in failed: an unexpected error.'],
    ['a lost connection', () => 'offline' as const, 'Signing in failed: no connection to the server.'],
  ])('says what happened when sign-in fails with %s', async (_, respond, text) => {
    await openRemote('/login', { 'POST /api/auth/signin': respond });
    await enterName();
    await enterPassword();
    await screen.findByText(text);
    expect(screen.queryByText('Invalid email or password')).toBeNull();
  });

  it.each([
    ['429', () => problemResponse(429, 'TOO_MANY_REQUESTS'), /Reason: Too many requests/],
    ['a lost connection', () => 'offline' as const, /Reason: no connection to the server/],
  ])('says why login methods could not be checked after %s', async (_, respond, text) => {
    await openRemote('/login', { 'POST /api/auth/check-login-methods': respond });
    await enterName();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/Error checking login methods\. Please try again\./);
    expect(alert.textContent).toMatch(text);
  });

  it('says that the session has ended, once', async () => {
    setSignInReason('session-ended');
    await openRemote('/login');
    await screen.findByText('Your session has ended. Sign in again to continue.');
    cleanup();
    await openRemote('/login');
    await screen.findByLabelText('Email or Username');
    expect(screen.queryByText(/session has ended/)).toBeNull();
  });

  it('shows one error for a failed sign-in and clears the name on Change email', async () => {
    await openRemote('/login', { 'POST /api/auth/signin': () => problemResponse(401, 'UNAUTHORIZED') });
    await enterName();
    await enterPassword();
    await screen.findByText('Invalid email or password');
    await userEvent.click(screen.getByRole('button', { name: 'Change email' }));
    const name = (await screen.findByLabelText('Email or Username')) as HTMLInputElement;
    expect(name.value).toBe('');
    expect(document.activeElement).toBe(name);
  });

  it('focuses the next field and gives password managers the username', async () => {
    await openRemote('/login', {
      'POST /api/auth/check-login-methods': ({ body }) => ({
        body: { userExists: (body as { email: string }).email === 'olga', hasPassword: true },
      }),
    });
    await enterName('unknown');
    await screen.findByRole('alert');
    const name = screen.getByLabelText('Email or Username');
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(name.getAttribute('autocomplete')).toBe('username webauthn');
    await userEvent.clear(name);
    await enterName('olga');
    const password = await screen.findByLabelText('Password');
    expect(document.activeElement).toBe(password);
    expect(password.getAttribute('autocomplete')).toBe('current-password');
    expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe('olga');
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    await screen.findByText('Password is required');
    expect(document.activeElement).toBe(password);
  });

  it('opens the verification page when the user forgot the password', async () => {
    const { currentAddress, api } = await openRemote('/login', {
      'POST /api/email-verification/send-code': () => ({
        body: { success: true, token: 'abc', message: '' },
      }),
      'GET /api/email-verification/token-info/:token': () => ({
        body: { success: true, email: 'o***@acme.test', canResend: false },
      }),
    });
    await enterName();
    await userEvent.click(await screen.findByRole('button', { name: 'Zapomniałem hasła' }));
    await waitFor(() => expect(currentAddress()).toBe('/verify-email?token=abc'));
    expect(api.requests.find(({ path }) => path.endsWith('/send-code'))?.body).toEqual({
      email: 'olga@acme.test',
    });
  });

  it('signs out the current user', async () => {
    signInAs();
    const { api } = await openRemote('/login', { 'POST /api/auth/sign-out': () => ({ status: 204 }) });
    await waitFor(() => expect(currentSession()).toBeUndefined());
    await waitFor(() => expect(api.requests.map(({ path }) => path)).toContain('/api/auth/sign-out'));
  });

  it('replaces the current session with the one handed over by the main domain', async () => {
    signInAs({ email: 'marek@acme.test' });
    history.replaceState(null, '', '#code=one-time');
    const { currentAddress, api } = await openRemote('/login', {
      'POST /api/auth/sign-out': () => ({ status: 204 }),
      'POST /api/auth/exchange': () => ({ body: authResponse }),
    });
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
    expect(api.requests.find(({ path }) => path === '/api/auth/exchange')?.body).toEqual({
      code: 'one-time',
    });
    expect(location.hash).toBe('');
    expect(currentSession()?.user.email).toBe('olga@acme.test');
  });

  it('signs out and shows the sign-in form when the hand-over code is already used', async () => {
    signInAs();
    history.replaceState(null, '', '#code=used');
    await openRemote('/login', {
      'POST /api/auth/sign-out': () => ({ status: 204 }),
      'POST /api/auth/exchange': () => problemResponse(400, 'INVALID_TOKEN'),
    });
    await screen.findByLabelText('Email or Username');
    screen.getByText(/The link from the other page has expired or was already used/);
    expect(currentSession()).toBeUndefined();
  });
});

describe('/login with identity providers', () => {
  const providers = [{ id: 7, name: 'Firma' }];
  const idp = 'https://idp.example.com/authorize?state=s';
  const openWithProvider = (methods: object = {}) => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    onTestFinished(() => assign.mockRestore());
    return openRemote('/login', {
      'GET /api/auth/organization-name': () => ({
        body: { organizationName: 'Acme Logistyka', identityProviders: providers },
      }),
      'POST /api/auth/identity-providers/:id/authorization': () => ({ body: { address: idp } }),
      'POST /api/auth/check-login-methods': () => ({
        body: {
          userExists: true,
          hasPassword: true,
          provider: { id: 7, name: 'Firma', isRequired: false },
          ...methods,
        },
      }),
    }).then((page) => ({ ...page, assign }));
  };
  const beginOf = ({ requests }: { requests: readonly { path: string; body?: unknown }[] }) =>
    requests.find(({ path }) => path === '/api/auth/identity-providers/7/authorization')?.body;

  it('has a button for each provider', async () => {
    const { assign, api } = await openWithProvider();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Firma' }));
    await waitFor(() => expect(assign.mock.calls).toEqual([[idp]]));
    expect(beginOf(api)).toEqual({});
  });

  it('decides by the typed address, also for a new person', async () => {
    const { assign, api } = await openWithProvider({ userExists: false, hasPassword: false });
    await enterName();
    await screen.findByText('olga@acme.test');
    expect(screen.queryByRole('button', { name: /password/ })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Firma' }));
    await waitFor(() => expect(assign.mock.calls).toEqual([[idp]]));
    expect(beginOf(api)).toEqual({ loginHint: 'olga@acme.test' });
  });

  it('offers the password to those who have one', async () => {
    await openWithProvider();
    await enterName();
    await userEvent.click(await screen.findByRole('button', { name: 'Use a password instead' }));
    await screen.findByLabelText('Password');
  });

  it('says that the organization requires the provider, and offers the password to emergency accounts', async () => {
    await openWithProvider({ provider: { id: 7, name: 'Firma', isRequired: true } });
    await enterName();
    await screen.findByText('Your organization requires you to sign in with Firma.');
    screen.getByRole('button', { name: 'Emergency account: use a password' });
  });
});
