import { limits, storageKeys } from '@obieg/contracts';
import { currentSession } from '@obieg/web-kit';
import {
  type FakeApi,
  type FakeResponse,
  findEnabledButton,
  problemResponse,
  signInAs,
  signOutForTest,
} from '@obieg/web-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openRemote } from '../../test-support';

afterEach(() => {
  vi.useRealTimers();
  signOutForTest();
});

describe('/verify-email (spec 3 §2, §4, §8)', () => {
  const tokenInfo = (overrides = {}) => ({
    'GET /api/email-verification/token-info/:token': () => ({
      body: { success: true, email: 'j***@poczta.test', canResend: true, ...overrides },
    }),
  });
  const enterCode = async (code: string) => {
    await userEvent.clear(await screen.findByLabelText('Kod weryfikacyjny'));
    if (code) await userEvent.type(screen.getByLabelText('Kod weryfikacyjny'), code);
    await userEvent.click(screen.getByRole('button', { name: 'Zweryfikuj' }));
  };

  const verified = {
    'POST /api/email-verification/verify-with-token': () => ({
      body: { success: true, message: '', jwtToken: 'jwt' },
    }),
  };
  const sessionOf = (email: string) => ({ token: 'jwt', user: { id: 0, username: email, email } });

  /**
   * Delays the next token-info response.
   *
   * @returns a function that releases the response with the full address.
   */
  const delayTokenInfo = (api: FakeApi): (() => void) => {
    let release: (tokenInfoResponse: FakeResponse) => void = () => undefined;
    const response = new Promise<FakeResponse>((resolve) => {
      release = resolve;
    });
    api.respond({ 'GET /api/email-verification/token-info/:token': () => response });
    return () => release({ body: { success: true, email: 'jan@poczta.test', canResend: false } });
  };

  const fakedTimers = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] as const;
  /** Fakes timers that keep running in real time, so that a test can skip the redirect delay. */
  const makeTimersSkippable = () => vi.useFakeTimers({ toFake: [...fakedTimers], shouldAdvanceTime: true });
  const skipRedirectDelay = () => act(() => vi.advanceTimersByTimeAsync(limits.verificationRedirectMs));

  it('signs in by code and redirects to the password screen', async () => {
    makeTimersSkippable();
    const { currentAddress, api } = await openRemote('/verify-email?token=abc', {
      ...tokenInfo(),
      ...verified,
    });
    await screen.findByText(/j\*\*\*@poczta\.test/);
    api.respond(tokenInfo({ email: 'jan@poczta.test' }));
    await enterCode('123456');
    await screen.findByText('Email został pomyślnie zweryfikowany!');
    expect(screen.queryByRole('button', { name: 'Wyślij kod ponownie' })).toBeNull();
    await waitFor(() => expect(currentSession()).toEqual(sessionOf('jan@poczta.test')));
    expect(api.requests.at(-1)).toMatchObject({
      path: '/api/email-verification/token-info/abc',
      headers: { authorization: 'Bearer jwt' },
    });
    await skipRedirectDelay();
    await waitFor(() => expect(currentAddress()).toBe('/set-password?token=abc&canSkip=true'));
  });

  it('names the task and the files that the code confirms, and returns to the task afterwards', async () => {
    const task = { publicTaskId: 123_456_789_012, fileNames: ['umowa.pdf', 'skan.png'] };
    await openRemote('/verify-email?token=abc', { ...tokenInfo({ task }), ...verified });
    await screen.findByText(/Kod potwierdza zgłoszenie 123456789012 i w Twoim imieniu dołącza/);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(task.fileNames);
    await enterCode('123456');
    await screen.findByText('Email został pomyślnie zweryfikowany!');
    expect(sessionStorage.getItem(storageKeys.returnUrl)).toBe('/task/123456789012');
  });

  it('returns to the confirmed task, whatever address was stored before', async () => {
    sessionStorage.setItem(storageKeys.returnUrl, '/dashboard');
    const task = { publicTaskId: 123_456_789_012, fileNames: [] };
    await openRemote('/verify-email?token=abc', { ...tokenInfo({ task }), ...verified });
    await enterCode('123456');
    await screen.findByText('Email został pomyślnie zweryfikowany!');
    expect(sessionStorage.getItem(storageKeys.returnUrl)).toBe('/task/123456789012');
  });

  it('leads back to the login page to enter another address', async () => {
    await openRemote('/verify-email?token=abc', tokenInfo());
    const link = await screen.findByRole('link', { name: 'Użyj innego adresu' });
    expect(link.getAttribute('href')).toBe('/login');
  });

  it('leads to the task and to a new submission if the code confirms a task', async () => {
    const task = { publicTaskId: 123_456_789_012, fileNames: [] };
    await openRemote('/verify-email?token=abc', tokenInfo({ task }));
    await screen.findByText(/Kod idzie na adres podany w zgłoszeniu/);
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(targets).toEqual(expect.arrayContaining(['/submit-task', '/task/123456789012']));
    expect(targets).not.toContain('/login');
  });

  it('says that only a new code helps, and offers it at once', async () => {
    const text = 'Ten kod już nie działa. Wyślij nowy kod.';
    const { api } = await openRemote('/verify-email?token=abc', {
      ...tokenInfo({ canResend: false }),
      'POST /api/email-verification/verify-with-token': () => problemResponse(400, 'CODE_EXPIRED', text),
    });
    await screen.findByLabelText('Kod weryfikacyjny');
    expect(screen.queryByRole('button', { name: 'Wyślij kod ponownie' })).toBeNull();
    api.respond(tokenInfo());
    await enterCode('123456');
    await screen.findByText(text);
    await screen.findByRole('button', { name: 'Wyślij kod ponownie' });
  });

  it('names no task when the code signs in', async () => {
    await openRemote('/verify-email?token=abc', { ...tokenInfo(), ...verified });
    await enterCode('123456');
    await screen.findByText('Email został pomyślnie zweryfikowany!');
    expect(screen.queryByText(/Kod potwierdza/)).toBeNull();
    expect(sessionStorage.getItem(storageKeys.returnUrl)).toBeNull();
  });

  it('stores the session at once and adds the full address later', async () => {
    const { api } = await openRemote('/verify-email?token=abc', { ...tokenInfo(), ...verified });
    await screen.findByText(/j\*\*\*@poczta\.test/);
    const releaseTokenInfo = delayTokenInfo(api);
    await enterCode('123456');
    await screen.findByText('Email został pomyślnie zweryfikowany!');
    expect(currentSession()).toEqual(sessionOf('j***@poczta.test'));
    expect(localStorage.getItem(storageKeys.token)).toBe('jwt');
    releaseTokenInfo();
    await waitFor(() => expect(currentSession()).toEqual(sessionOf('jan@poczta.test')));
  });

  it('does not change another session when the address arrives late', async () => {
    const { api } = await openRemote('/verify-email?token=abc', { ...tokenInfo(), ...verified });
    await screen.findByText(/j\*\*\*@poczta\.test/);
    const releaseTokenInfo = delayTokenInfo(api);
    await enterCode('123456');
    await screen.findByText('Email został pomyślnie zweryfikowany!');
    act(() => signInAs());
    await act(async () => releaseTokenInfo());
    expect(currentSession()?.user.username).toBe('olga');
  });

  it.each([
    ['Jan@poczta.test', 'jan@poczta.test'],
    ['jan', 'j***@poczta.test'],
  ])('for login name %s stores %s when the full address cannot be loaded', async (loginName, storedEmail) => {
    makeTimersSkippable();
    const { currentAddress, api } = await openRemote('/login', {
      'POST /api/auth/check-login-methods': () => ({ body: { userExists: true, hasPassword: false } }),
      'POST /api/email-verification/send-code': () => ({
        body: { success: true, token: 'abc', message: '' },
      }),
      ...tokenInfo(),
      ...verified,
    });
    await userEvent.type(await screen.findByLabelText('Email or Username'), loginName);
    await userEvent.click(await findEnabledButton('Continue'));
    await screen.findByText(/j\*\*\*@poczta\.test/);
    api.respond({ 'GET /api/email-verification/token-info/:token': () => 'offline' });
    await enterCode('123456');
    await screen.findByText('Email został pomyślnie zweryfikowany!');
    expect(currentSession()).toEqual(sessionOf(storedEmail));
    await skipRedirectDelay();
    await waitFor(() => expect(currentAddress()).toBe('/set-password?token=abc&canSkip=true'));
    expect(currentSession()).toEqual(sessionOf(storedEmail));
  });

  it.each([
    ['', 'Kod weryfikacyjny jest wymagany'],
    ['123', 'Kod musi składać się z 6 cyfr'],
    ['12345a', 'Kod musi składać się z 6 cyfr'],
  ])('shows an error and sends no request for the code %j', async (code, text) => {
    const { api } = await openRemote('/verify-email?token=abc', tokenInfo());
    await enterCode(code);
    await screen.findByText(text);
    expect(api.requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  it.each(['123 456', 'Twój kod: 123456.', '123-456'])(
    'extracts the digits from pasted %j',
    async (pasted) => {
      await openRemote('/verify-email?token=abc', tokenInfo());
      const field = (await screen.findByLabelText('Kod weryfikacyjny')) as HTMLInputElement;
      expect(document.activeElement).toBe(field);
      expect([field.autocomplete, field.inputMode, field.maxLength]).toEqual(['one-time-code', 'numeric', 6]);
      await userEvent.paste(pasted);
      expect(field.value).toBe('123456');
    },
  );

  it('shows different errors for a wrong code and a network failure', async () => {
    const { api } = await openRemote('/verify-email?token=abc', {
      ...tokenInfo(),
      'POST /api/email-verification/verify-with-token': () => problemResponse(400, 'INVALID_CODE', ''),
    });
    await enterCode('123456');
    await screen.findByText('Nieprawidłowy kod weryfikacyjny');
    api.respond({ 'POST /api/email-verification/verify-with-token': () => 'offline' });
    await enterCode('123456');
    await screen.findByText('Wystąpił błąd podczas weryfikacji kodu');
  });

  it('hides the resend button while the server does not allow a new code', async () => {
    await openRemote('/verify-email?token=abc', tokenInfo({ canResend: false }));
    await screen.findByLabelText('Kod weryfikacyjny');
    expect(screen.queryByRole('button', { name: 'Wyślij kod ponownie' })).toBeNull();
  });

  it('resends by token when only the masked address is known and switches to the new token', async () => {
    const { currentAddress, api } = await openRemote('/verify-email?token=abc', {
      ...tokenInfo(),
      'POST /api/email-verification/send-code': () => ({
        body: { success: true, token: 'def', message: '' },
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Wyślij kod ponownie' }));
    await screen.findByText('Kod weryfikacyjny został ponownie wysłany na Twój adres email');
    expect(currentAddress()).toBe('/verify-email?token=def');
    expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({ token: 'abc' });
  });

  it('shows an error when the server returns no address', async () => {
    await openRemote('/verify-email?token=abc', tokenInfo({ email: '' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Wyślij kod ponownie' }));
    await screen.findByText('Brak adresu email');
  });

  it('shows the server message, or a default one, when resending fails', async () => {
    const path = 'POST /api/email-verification/send-code';
    const { api } = await openRemote('/verify-email?token=abc', {
      ...tokenInfo(),
      [path]: () => problemResponse(429, 'TOO_MANY_REQUESTS', 'Za często.'),
    });
    const resend = async () =>
      userEvent.click(await screen.findByRole('button', { name: 'Wyślij kod ponownie' }));
    await resend();
    await screen.findByText('Za często.');
    api.respond({ [path]: () => problemResponse(500, 'INTERNAL', '') });
    await resend();
    await screen.findByText('Błąd podczas wysyłania kodu');
    api.respond({ [path]: () => ({ body: { success: false, token: '', message: '' } }) });
    await resend();
    await screen.findByText('Błąd podczas wysyłania kodu');
    api.respond({ [path]: () => 'offline' });
    await resend();
    await screen.findByText('Wystąpił błąd podczas wysyłania kodu weryfikacyjnego');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Wyślij kod ponownie' }));
  });

  it.each(['abc', '..'])('shows the invalid-link screen for the token %s', async (token) => {
    const { api } = await openRemote(`/verify-email?token=${token}`, {
      'GET /api/email-verification/token-info/:token': () => problemResponse(400, 'INVALID_TOKEN'),
    });
    await screen.findByRole('heading', { name: 'Nieprawidłowy lub wygasły token' });
    expect(api.requests.filter(({ path }) => path.includes('/email-verification/'))).toHaveLength(1);
  });

  it('shows an error with a retry when the token cannot be checked', async () => {
    const { api } = await openRemote('/verify-email?token=abc', {
      'GET /api/email-verification/token-info/:token': () => problemResponse(503, 'UNAVAILABLE'),
    });
    await screen.findByText('Wystąpił błąd podczas pobierania informacji o tokenie');
    api.respond(tokenInfo());
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText(/j\*\*\*@poczta\.test/);
  });

  it('does not treat 429 as an invalid token', async () => {
    await openRemote('/verify-email?token=abc', {
      'GET /api/email-verification/token-info/:token': () => problemResponse(429, 'TOO_MANY_REQUESTS'),
    });
    await screen.findByText('Wystąpił błąd podczas pobierania informacji o tokenie');
  });

  it('shows the resend button once the server allows a new code', async () => {
    vi.useFakeTimers({ toFake: [...fakedTimers] });
    const { api } = await openRemote('/verify-email?token=abc', tokenInfo({ canResend: false }));
    await vi.waitFor(() => screen.getByText(/Kod nie dotarł\?/));
    api.respond(tokenInfo());
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await vi.waitFor(() => screen.getByRole('button', { name: 'Wyślij kod ponownie' }));
  });

  it('redirects to the task submission when the token is missing', async () => {
    const { currentAddress } = await openRemote('/verify-email');
    await waitFor(() => expect(currentAddress()).toBe('/submit-task'));
  });
});
