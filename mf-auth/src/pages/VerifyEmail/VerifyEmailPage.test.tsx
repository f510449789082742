import { storageKeys } from '@obieg/contracts';
import { currentSession } from '@obieg/web-kit';
import {
  type FakeAnswer,
  type FakeApi,
  findEnabledButton,
  problemAnswer,
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

  const verified = {
    'POST /api/email-verification/verify-with-token': () => ({
      body: { success: true, message: '', jwtToken: 'jwt' },
    }),
  };
  const sessionOf = (email: string) => ({ token: 'jwt', user: { id: 0, username: email, email } });

  /** @returns what lets the whole address come. */
  const answerLater = (api: FakeApi): (() => void) => {
    let tell: (answer: FakeAnswer) => void = () => undefined;
    const whole = new Promise<FakeAnswer>((resolve) => {
      tell = resolve;
    });
    api.answer({ 'GET /api/email-verification/token-info/:token': () => whole });
    return () => tell({ body: { success: true, email: 'jan@poczta.test', canResend: false } });
  };

  it('signs in by the code and goes on to the password', async () => {
    const { currentAddress, api } = await openRemote('/verify-email?token=abc', {
      ...info(),
      ...verified,
    });
    await screen.findByText(/j\*\*\*@poczta\.test/);
    api.answer(info({ email: 'jan@poczta.test' }));
    await enterCode('123456');
    await screen.findByText('Email został pomyślnie zweryfikowany!');
    expect(screen.queryByRole('button', { name: 'Wyślij kod ponownie' })).toBeNull();
    await waitFor(() => expect(currentSession()).toEqual(sessionOf('jan@poczta.test')));
    expect(api.requests.at(-1)).toMatchObject({
      path: '/api/email-verification/token-info/abc',
      headers: { authorization: 'Bearer jwt' },
    });
    await waitFor(() => expect(currentAddress()).toBe('/set-password?token=abc&canSkip=true'), {
      timeout: 20_000,
    });
  });

  it('keeps the session at once, and puts the whole address into it when it is known', async () => {
    const { api } = await openRemote('/verify-email?token=abc', { ...info(), ...verified });
    await screen.findByText(/j\*\*\*@poczta\.test/);
    const tellAddress = answerLater(api);
    await enterCode('123456');
    await screen.findByText('Email został pomyślnie zweryfikowany!');
    expect(currentSession()).toEqual(sessionOf('j***@poczta.test'));
    expect(localStorage.getItem(storageKeys.token)).toBe('jwt');
    tellAddress();
    await waitFor(() => expect(currentSession()).toEqual(sessionOf('jan@poczta.test')));
  });

  it('leaves another session alone when the address comes late', async () => {
    const { api } = await openRemote('/verify-email?token=abc', { ...info(), ...verified });
    await screen.findByText(/j\*\*\*@poczta\.test/);
    const tellAddress = answerLater(api);
    await enterCode('123456');
    await screen.findByText('Email został pomyślnie zweryfikowany!');
    act(() => signInAs());
    await act(async () => tellAddress());
    expect(currentSession()?.user.username).toBe('olga');
  });

  it.each([
    ['Jan@poczta.test', 'jan@poczta.test'],
    ['jan', 'j***@poczta.test'],
  ])('of %s keeps %s where the whole address cannot be had, and goes on', async (typed, kept) => {
    const { currentAddress, api } = await openRemote('/login', {
      'POST /api/auth/check-login-methods': () => ({ body: { userExists: true, hasPassword: false } }),
      'POST /api/email-verification/send-code': () => ({
        body: { success: true, token: 'abc', message: '' },
      }),
      ...info(),
      ...verified,
    });
    await userEvent.type(await screen.findByLabelText('Email or Username'), typed);
    await userEvent.click(await findEnabledButton('Continue'));
    await screen.findByText(/j\*\*\*@poczta\.test/);
    api.answer({ 'GET /api/email-verification/token-info/:token': () => 'offline' });
    await enterCode('123456');
    await screen.findByText('Email został pomyślnie zweryfikowany!');
    expect(currentSession()).toEqual(sessionOf(kept));
    await waitFor(() => expect(currentAddress()).toBe('/set-password?token=abc&canSkip=true'), {
      timeout: 20_000,
    });
    expect(currentSession()).toEqual(sessionOf(kept));
  });

  it.each([
    ['', 'Kod weryfikacyjny jest wymagany'],
    ['123', 'Kod musi składać się z 6 cyfr'],
    ['12345a', 'Kod musi składać się z 6 cyfr'],
  ])('does not send the code %j', async (code, text) => {
    const { api } = await openRemote('/verify-email?token=abc', info());
    await enterCode(code);
    await screen.findByText(text);
    expect(api.requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  it.each(['123 456', 'Twój kod: 123456.', '123-456'])('takes the digits of a pasted %j', async (pasted) => {
    await openRemote('/verify-email?token=abc', info());
    const field = (await screen.findByLabelText('Kod weryfikacyjny')) as HTMLInputElement;
    expect(document.activeElement).toBe(field);
    expect([field.autocomplete, field.inputMode, field.maxLength]).toEqual(['one-time-code', 'numeric', 6]);
    await userEvent.paste(pasted);
    expect(field.value).toBe('123456');
  });

  it('says that a code is wrong, and that verifying failed', async () => {
    const { api } = await openRemote('/verify-email?token=abc', {
      ...info(),
      'POST /api/email-verification/verify-with-token': () => problemAnswer(400, 'INVALID_CODE', ''),
    });
    await enterCode('123456');
    await screen.findByText('Nieprawidłowy kod weryfikacyjny');
    api.answer({ 'POST /api/email-verification/verify-with-token': () => 'offline' });
    await enterCode('123456');
    await screen.findByText('Wystąpił błąd podczas weryfikacji kodu');
  });

  it('offers a new code only when the server lets it', async () => {
    await openRemote('/verify-email?token=abc', info({ canResend: false }));
    await screen.findByLabelText('Kod weryfikacyjny');
    expect(screen.queryByRole('button', { name: 'Wyślij kod ponownie' })).toBeNull();
  });

  const resent = {
    'POST /api/email-verification/send-code': () => ({ body: { success: true, token: 'def', message: '' } }),
  };
  it('sends again by the token where only the masked address is known, and goes on with the new one', async () => {
    const { currentAddress, api } = await openRemote('/verify-email?token=abc', { ...info(), ...resent });
    await userEvent.click(await screen.findByRole('button', { name: 'Wyślij kod ponownie' }));
    await screen.findByText('Kod weryfikacyjny został ponownie wysłany na Twój adres email');
    expect(currentAddress()).toBe('/verify-email?token=def');
    expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({ token: 'abc' });
  });

  it('says that there is no address where the server shows none', async () => {
    await openRemote('/verify-email?token=abc', info({ email: '' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Wyślij kod ponownie' }));
    await screen.findByText('Brak adresu email');
  });

  it('says why a code was not sent again: in the words of the server or its own', async () => {
    const path = 'POST /api/email-verification/send-code';
    const { api } = await openRemote('/verify-email?token=abc', {
      ...info(),
      [path]: () => problemAnswer(429, 'TOO_MANY_REQUESTS', 'Za często.'),
    });
    const resend = async () =>
      userEvent.click(await screen.findByRole('button', { name: 'Wyślij kod ponownie' }));
    await resend();
    await screen.findByText('Za często.');
    api.answer({ [path]: () => problemAnswer(500, 'INTERNAL', '') });
    await resend();
    await screen.findByText('Błąd podczas wysyłania kodu');
    api.answer({ [path]: () => ({ body: { success: false, token: '', message: '' } }) });
    await resend();
    await screen.findByText('Błąd podczas wysyłania kodu');
    api.answer({ [path]: () => 'offline' });
    await resend();
    await screen.findByText('Wystąpił błąd podczas wysyłania kodu weryfikacyjnego');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Wyślij kod ponownie' }));
  });

  it.each(['abc', '..'])('shows the token %s as no good', async (token) => {
    const { api } = await openRemote(`/verify-email?token=${token}`, {
      'GET /api/email-verification/token-info/:token': () => problemAnswer(400, 'INVALID_TOKEN'),
    });
    await screen.findByRole('heading', { name: 'Nieprawidłowy lub wygasły token' });
    expect(api.requests.filter(({ path }) => path.includes('/email-verification/'))).toHaveLength(1);
  });

  it('shows a token that could not be looked up', async () => {
    await openRemote('/verify-email?token=abc', {
      'GET /api/email-verification/token-info/:token': () => problemAnswer(503, 'UNAVAILABLE'),
    });
    await screen.findByText('Wystąpił błąd podczas pobierania informacji o tokenie');
  });

  it('takes too many questions for no word about the token', async () => {
    await openRemote('/verify-email?token=abc', {
      'GET /api/email-verification/token-info/:token': () => problemAnswer(429, 'TOO_MANY_REQUESTS'),
    });
    await screen.findByText('Wystąpił błąd podczas pobierania informacji o tokenie');
  });

  it('offers a new code by itself as soon as the server lets it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
    const { api } = await openRemote('/verify-email?token=abc', info({ canResend: false }));
    await vi.waitFor(() => screen.getByText(/Kod nie dotarł\?/));
    api.answer(info());
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await vi.waitFor(() => screen.getByRole('button', { name: 'Wyślij kod ponownie' }));
  });

  it('without a token leads to the submission', async () => {
    const { currentAddress } = await openRemote('/verify-email');
    await waitFor(() => expect(currentAddress()).toBe('/submit-task'));
  });
});
