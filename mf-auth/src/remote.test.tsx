import { storageKeys } from '@obieg/contracts';
import { UiProvider } from '@obieg/ui';
import { currentSession, Link } from '@obieg/web-kit';
import {
  type FakeRoutes,
  fakeApi,
  problemAnswer,
  renderPage,
  signInAs,
  signOutForTest,
} from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import remote from './remote';

const Ui = ({ children }: { children: ReactNode }) => (
  <UiProvider nonce="" language="mul" linkComponent={Link}>
    {children}
  </UiProvider>
);
const open = async (at: string, routes: FakeRoutes = {}) => {
  const api = fakeApi({
    'GET /api/auth/organization-name': () => ({ body: { organizationName: 'Acme Logistyka' } }),
    'POST /api/auth/check-login-methods': () => ({ body: { userExists: true, hasPassword: true } }),
    ...routes,
  });
  const page = await renderPage({
    routes: remote.routes,
    at,
    messages: { 'mf-auth': remote.messages },
    wrapper: Ui,
  });
  return { ...page, api };
};
const enterName = async (name = 'olga@acme.test') => {
  await userEvent.type(await screen.findByLabelText('Email or Username'), name);
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
};
const enterPassword = async () => {
  await userEvent.type(await screen.findByLabelText('Password'), 'obieg-demo');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
};
const signedIn = { token: 'jwt', id: 7, username: 'olga', email: 'olga@acme.test' };

afterEach(signOutForTest);

describe('/login (spec 1 §2, §4)', () => {
  it('signs in in two steps and goes where one wanted to be', async () => {
    sessionStorage.setItem(storageKeys.returnUrl, '/task/123456789012');
    const { currentAddress, api } = await open('/login', {
      'POST /api/auth/signin': () => ({ body: signedIn }),
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

  it('does not let an empty name through', async () => {
    await open('/login');
    const field = await screen.findByLabelText('Email or Username');
    await userEvent.type(field, ' ');
    await userEvent.tab();
    await screen.findByText('Email or username is required');
    expect(screen.getByRole('button', { name: 'Continue' }).hasAttribute('disabled')).toBe(true);
  });

  it.each([
    [
      'nobody of that name',
      () => ({ body: { userExists: false, hasPassword: false } }),
      'User not found. Please check your email or register.',
    ],
    [
      'a failing server',
      () => problemAnswer(503, 'UNAVAILABLE'),
      'Error checking login methods. Please try again.',
    ],
  ])('stays at the first step with %s', async (_, answer, text) => {
    await open('/login', { 'POST /api/auth/check-login-methods': answer });
    await enterName();
    await screen.findByText(text);
    screen.getByLabelText('Email or Username');
  });

  it('mails a code to who has no password', async () => {
    const { currentAddress } = await open('/login', {
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

  it('says when a forgotten password cannot be helped, in the words of the server or its own', async () => {
    const { api } = await open('/login', {
      'POST /api/email-verification/send-code': () => problemAnswer(429, 'TOO_MANY_REQUESTS', 'Za często.'),
    });
    await enterName();
    await userEvent.click(await screen.findByRole('button', { name: 'Zapomniałem hasła' }));
    await screen.findByText('Za często.');
    api.answer({ 'POST /api/email-verification/send-code': () => 'offline' });
    await userEvent.click(screen.getByRole('button', { name: 'Zapomniałem hasła' }));
    await screen.findByText('Wystąpił błąd podczas wysyłania kodu weryfikacyjnego');
  });

  it('says the one thing whatever failed, and goes back to another name', async () => {
    await open('/login', { 'POST /api/auth/signin': () => problemAnswer(401, 'UNAUTHORIZED') });
    await enterName();
    await enterPassword();
    await screen.findByText('Invalid email or password');
    await userEvent.click(screen.getByRole('button', { name: 'Change email' }));
    expect(((await screen.findByLabelText('Email or Username')) as HTMLInputElement).value).toBe('');
  });

  it('ends the session that there was', async () => {
    signInAs();
    const { api } = await open('/login', { 'POST /api/auth/sign-out': () => ({ status: 204 }) });
    await waitFor(() => expect(currentSession()).toBeUndefined());
    await waitFor(() => expect(api.requests.map(({ path }) => path)).toContain('/api/auth/sign-out'));
  });
});

describe('/set-password (spec 1 §2, §5)', () => {
  const choose = async (password: string, confirmation: string) => {
    await userEvent.type(await screen.findByLabelText('Hasło'), password);
    await userEvent.type(screen.getByLabelText('Potwierdź hasło'), confirmation);
    await userEvent.click(screen.getByRole('button', { name: 'Ustaw hasło' }));
  };

  it('sets the password and signs in', async () => {
    const { currentAddress, api } = await open('/set-password?token=abc', {
      'POST /api/auth/set-password': () => ({ body: signedIn }),
    });
    await choose('sekret', 'sekret');
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
    expect(api.requests.find(({ path }) => path === '/api/auth/set-password')?.body).toEqual({
      token: 'abc',
      password: 'sekret',
    });
    expect(currentSession()?.token).toBe('jwt');
  });

  it('checks both fields before anything is sent', async () => {
    const { api } = await open('/set-password?token=abc');
    await choose('krót', 'inne');
    await screen.findByText('Hasło jest wymagane i musi mieć co najmniej 6 znaków');
    await screen.findByText('Hasła nie są identyczne');
    expect(api.requests.map(({ path }) => path)).not.toContain('/api/auth/set-password');
  });

  it.each(['/set-password', '/set-password?token='])('shows %s as no good', async (at) => {
    const { currentAddress } = await open(at);
    await screen.findByRole('heading', { name: 'Nieprawidłowy lub wygasły token' });
    screen.getByText('Link jest nieprawidłowy lub wygasł. Proszę skontaktować się z administratorem.');
    await userEvent.click(screen.getByRole('link', { name: 'Przejdź do logowania' }));
    await waitFor(() => expect(currentAddress()).toBe('/login'));
  });

  it('tells a rejected link from any other failure', async () => {
    const { api } = await open('/set-password?token=abc', {
      'POST /api/auth/set-password': () => problemAnswer(500, 'INTERNAL'),
    });
    await choose('sekret', 'sekret');
    await screen.findByText('Nie udało się ustawić hasła. Spróbuj ponownie.');
    api.answer({ 'POST /api/auth/set-password': () => problemAnswer(400, 'INVALID_TOKEN') });
    await userEvent.click(screen.getByRole('button', { name: 'Ustaw hasło' }));
    await screen.findByRole('heading', { name: 'Nieprawidłowy lub wygasły token' });
  });

  it('can be skipped only where the link says so', async () => {
    const { unmount } = await open('/set-password?token=abc');
    await screen.findByLabelText('Hasło');
    expect(screen.queryByRole('button', { name: 'Pomiń' })).toBeNull();
    unmount();
    const { currentAddress } = await open('/set-password?token=abc&canSkip=true');
    await userEvent.click(await screen.findByRole('button', { name: 'Pomiń' }));
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
  });
});

describe('/verify-email (spec 3 §2, §4, §8)', () => {
  const info = (more = {}) => ({
    'GET /api/email-verification/token-info/:token': () => ({
      body: { success: true, email: 'j***@poczta.test', canResend: true, ...more },
    }),
  });
  const enterCode = async (code: string) => {
    await userEvent.clear(await screen.findByLabelText('Kod weryfikacyjny'));
    if (code) await userEvent.type(screen.getByLabelText('Kod weryfikacyjny'), code);
    await userEvent.click(screen.getByRole('button', { name: 'Zweryfikuj' }));
  };

  it('signs in by the code and goes on to the password', async () => {
    const { currentAddress, api } = await open('/verify-email?token=abc', {
      ...info(),
      'POST /api/email-verification/verify-with-token': () => ({
        body: { success: true, message: '', jwtToken: 'jwt' },
      }),
    });
    await screen.findByText(/j\*\*\*@poczta\.test/);
    api.answer(info({ email: 'jan@poczta.test' }));
    await enterCode('123456');
    await screen.findByText('Email został pomyślnie zweryfikowany!');
    expect(screen.queryByRole('button', { name: 'Wyślij kod ponownie' })).toBeNull();
    expect(currentSession()).toEqual({
      token: 'jwt',
      user: { id: 0, username: 'jan@poczta.test', email: 'jan@poczta.test' },
    });
    await waitFor(() => expect(currentAddress()).toBe('/set-password?token=abc&canSkip=true'), {
      timeout: 20_000,
    });
  });

  it.each([
    ['', 'Kod weryfikacyjny jest wymagany'],
    ['123', 'Kod musi składać się z 6 cyfr'],
    ['12345a', 'Kod musi składać się z 6 cyfr'],
  ])('does not send the code %j', async (code, text) => {
    const { api } = await open('/verify-email?token=abc', info());
    await enterCode(code);
    await screen.findByText(text);
    expect(api.requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('says that a code is wrong, and that verifying failed', async () => {
    const { api } = await open('/verify-email?token=abc', {
      ...info(),
      'POST /api/email-verification/verify-with-token': () => problemAnswer(400, 'INVALID_CODE', ''),
    });
    await enterCode('123456');
    await screen.findByText('Nieprawidłowy kod weryfikacyjny');
    api.answer({ 'POST /api/email-verification/verify-with-token': () => 'offline' });
    await enterCode('123456');
    await screen.findByText('Wystąpił błąd podczas weryfikacji kodu');
  });

  it('offers a new code only when the server lets it, and needs the whole address for it', async () => {
    const { unmount } = await open('/verify-email?token=abc', info({ canResend: false }));
    await screen.findByLabelText('Kod weryfikacyjny');
    expect(screen.queryByRole('button', { name: 'Wyślij kod ponownie' })).toBeNull();
    unmount();
    await open('/verify-email?token=abc', info());
    await userEvent.click(await screen.findByRole('button', { name: 'Wyślij kod ponownie' }));
    await screen.findByText('Brak adresu email');
  });

  it('goes on with the new token after sending again', async () => {
    const { currentAddress } = await open('/verify-email?token=abc', {
      ...info({ email: 'jan@poczta.test' }),
      'POST /api/email-verification/send-code': () => ({
        body: { success: true, token: 'def', message: '' },
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Wyślij kod ponownie' }));
    await screen.findByText('Kod weryfikacyjny został ponownie wysłany na Twój adres email');
    expect(currentAddress()).toBe('/verify-email?token=def');
  });

  it('shows a token that is no good, and one that could not be looked up', async () => {
    const { unmount } = await open('/verify-email?token=abc', {
      'GET /api/email-verification/token-info/:token': () => problemAnswer(404, 'NOT_FOUND'),
    });
    await screen.findByRole('heading', { name: 'Nieprawidłowy lub wygasły token' });
    unmount();
    await open('/verify-email?token=abc', {
      'GET /api/email-verification/token-info/:token': () => problemAnswer(503, 'UNAVAILABLE'),
    });
    await screen.findByText('Wystąpił błąd podczas pobierania informacji o tokenie');
  });

  it('without a token leads to the submission', async () => {
    const { currentAddress } = await open('/verify-email');
    await waitFor(() => expect(currentAddress()).toBe('/submit-task'));
  });
});
