import type { SecondStep } from '@obieg/contracts';
import { currentSession } from '@obieg/web-kit';
import { type FakeRequest, findEnabledButton, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authResponse, openRemote } from '../test-support';

/** happy-dom has no authenticator. */
const authenticator = { get: vi.fn(), create: vi.fn() };
beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isConditionalMediationAvailable: async () => false }),
  );
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: authenticator });
});
afterEach(() => {
  signOutForTest();
  Reflect.deleteProperty(navigator, 'credentials');
});

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const passkey = (response: Record<string, unknown>) => ({
  id: 'a',
  rawId: bytes('a'),
  type: 'public-key',
  response: { clientDataJSON: bytes('b'), ...response },
  getClientExtensionResults: () => ({}),
});
const assertion = passkey({
  authenticatorData: bytes('c'),
  signature: bytes('d'),
  userHandle: bytes('e'),
});
const options = { challenge: 'AAAA', user: { id: 'AAAA' } };

const waiting: SecondStep = {
  challenge: 'challenge-of-the-first-step',
  step: 'ENTER',
  methods: ['TOTP', 'PASSKEY', 'RECOVERY_CODE'],
  expiresAt: '2026-12-01T10:00:00.000Z',
};

const enterPassword = async (step: Partial<SecondStep> = {}, routes = {}) => {
  const opened = await openRemote('/login', {
    'POST /api/auth/signin': () => ({ body: { secondStep: { ...waiting, ...step } } }),
    ...routes,
  });
  await userEvent.type(await screen.findByLabelText('Email or Username'), 'olga');
  await userEvent.click(await findEnabledButton('Continue'));
  await userEvent.type(await screen.findByLabelText('Password'), 'obieg-demo');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  return opened;
};
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the second step of a sign-in', () => {
  it('takes a pasted code and opens the return URL', async () => {
    const sent: unknown[] = [];
    const { currentAddress } = await enterPassword(
      {},
      {
        'POST /api/auth/second-step': ({ body }: FakeRequest) => {
          sent.push(body);
          return { body: authResponse };
        },
      },
    );
    await screen.findByRole('heading', { name: 'Second step' });
    expect(currentSession()).toBeUndefined();
    const field = await screen.findByLabelText('Code from your app');
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('autocomplete')).toBe('one-time-code');
    await userEvent.paste('123 456');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
    expect(sent).toEqual([{ challenge: waiting.challenge, code: '123456' }]);
    expect(currentSession()?.user.id).toBe(7);
  });

  it('says that a code is wrong, and selects it', async () => {
    await enterPassword(
      {},
      { 'POST /api/auth/second-step': () => problemResponse(400, 'INVALID_CODE', 'Ten kod był już użyty') },
    );
    const field = await screen.findByLabelText('Code from your app');
    await userEvent.type(field, '12');
    await click('Continue');
    await screen.findByText('The code must have 6 digits');
    await userEvent.type(field, '3456');
    await click('Continue');
    await screen.findByText('Ten kod był już użyty');
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('offers the other ways', async () => {
    const sent: unknown[] = [];
    authenticator.get.mockResolvedValue(assertion);
    await enterPassword(
      {},
      {
        'POST /api/auth/second-step/passkey-options': () => ({ body: { options } }),
        'POST /api/auth/second-step': ({ body }: FakeRequest) => {
          sent.push(body);
          return problemResponse(400, 'INVALID_CODE', 'Nie tym razem');
        },
      },
    );
    await click('Use a recovery code');
    await userEvent.type(await screen.findByLabelText('Recovery code'), 'abcd-efgh-jkmn-pqrs');
    await click('Continue');
    await screen.findByText('Nie tym razem');
    await click('Use a passkey');
    expect(screen.queryByText('Nie tym razem')).toBeNull();
    await click('Confirm with a passkey');
    await screen.findByText('Nie tym razem');
    expect(sent).toMatchObject([{ recoveryCode: 'abcd-efgh-jkmn-pqrs' }, { passkey: { id: 'a' } }]);
  });

  it('explains that the person did not confirm the passkey', async () => {
    authenticator.get.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await enterPassword(
      { methods: ['PASSKEY'] },
      { 'POST /api/auth/second-step/passkey-options': () => ({ body: { options } }) },
    );
    await click('Confirm with a passkey');
    await screen.findByText(/Nie potwierdzono/);
  });

  it('starts again when its time is over', async () => {
    await enterPassword(
      {},
      { 'POST /api/auth/second-step': () => problemResponse(400, 'CHALLENGE_EXPIRED', '') },
    );
    await userEvent.type(await screen.findByLabelText('Code from your app'), '123456');
    await click('Continue');
    await screen.findByText(/time for the second step is over/);
    await screen.findByRole('button', { name: 'Log in again' });
  });

  it('follows a mailed code, too, before the session starts', async () => {
    await openRemote('/verify-email?token=abc', {
      'GET /api/email-verification/token-info/:token': () => ({
        body: { success: true, email: 'o***@acme.test', canResend: false },
      }),
      'POST /api/email-verification/verify-with-token': () => ({
        body: { success: true, message: '', secondStep: waiting },
      }),
      'POST /api/auth/second-step': () => ({ body: authResponse }),
    });
    await userEvent.type(await screen.findByLabelText('Kod weryfikacyjny'), '123456');
    await click('Zweryfikuj');
    await userEvent.type(await screen.findByLabelText('Code from your app'), '123456');
    expect(currentSession()).toBeUndefined();
    await click('Continue');
    await screen.findByText('Email został pomyślnie zweryfikowany!');
    expect(currentSession()?.user.username).toBe('olga');
  });

  it('follows a new password', async () => {
    const { currentAddress } = await openRemote('/set-password?token=abc', {
      'POST /api/auth/password-account': () => ({ body: { username: 'olga', email: 'olga@acme.test' } }),
      'POST /api/auth/set-password': () => ({ body: { secondStep: waiting } }),
      'POST /api/auth/second-step': () => ({ body: authResponse }),
    });
    await userEvent.type(await screen.findByLabelText('Hasło'), 'nowe-haslo');
    await userEvent.type(screen.getByLabelText('Potwierdź hasło'), 'nowe-haslo');
    await click('Ustaw hasło');
    await userEvent.type(await screen.findByLabelText('Code from your app'), '123456');
    await click('Continue');
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
  });
});

describe('the set-up during a sign-in', () => {
  const codes = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];
  it('adds an app, shows the recovery codes and then starts the session', async () => {
    const sent: unknown[] = [];
    const { currentAddress } = await enterPassword(
      { step: 'SET_UP', methods: ['TOTP', 'PASSKEY'] },
      {
        'POST /api/auth/second-step/factors/totp': () => ({
          body: {
            setUp: 'set-up',
            secret: 'JBSWY3DPEHPK3PXP',
            uri: 'otpauth://totp/Obieg:olga?secret=JBSWY3DPEHPK3PXP',
          },
        }),
        'POST /api/auth/second-step/factors': ({ body }: FakeRequest) => {
          sent.push(body);
          return { body: { ...authResponse, recoveryCodes: codes } };
        },
      },
    );
    await screen.findByRole('heading', { name: 'Dodaj drugi składnik' });
    await click('Aplikacja z kodami');
    await screen.findByRole('img', { name: /Kod QR/ });
    await screen.findByText('JBSWY3DPEHPK3PXP');
    await userEvent.type(screen.getByLabelText('Kod z aplikacji'), '123456');
    await click('Dodaj');
    await screen.findByText('aaaa-bbbb-cccc-dddd');
    expect(currentSession()).toBeUndefined();
    expect(sent).toEqual([
      { challenge: waiting.challenge, name: 'Telefon', totp: { setUp: 'set-up', code: '123456' } },
    ]);
    await click('Kody są zapisane, dalej');
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
    expect(currentSession()?.user.id).toBe(7);
  });

  it('adds a passkey', async () => {
    authenticator.create.mockResolvedValue(
      passkey({ attestationObject: bytes('c'), getTransports: () => ['internal'] }),
    );
    await enterPassword(
      { step: 'SET_UP', methods: ['PASSKEY'] },
      {
        'POST /api/auth/second-step/factors/passkey-options': () => ({ body: { options } }),
        'POST /api/auth/second-step/factors': () => ({ body: { ...authResponse, recoveryCodes: codes } }),
      },
    );
    await click('Klucz dostępu');
    await click('Utwórz klucz dostępu');
    await screen.findByText('eeee-ffff-gggg-hhhh');
  });
});

describe('a sign-in by passkey alone', () => {
  it('opens the return URL', async () => {
    authenticator.get.mockResolvedValue(assertion);
    const { currentAddress } = await openRemote('/login', {
      'POST /api/auth/passkey/options': () => ({ body: { options } }),
      'POST /api/auth/passkey': () => ({ body: authResponse }),
    });
    await click('Use a passkey');
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
    expect(currentSession()?.user.id).toBe(7);
  });

  it('says why it failed', async () => {
    authenticator.get.mockRejectedValue(new DOMException('', 'SecurityError'));
    await openRemote('/login', { 'POST /api/auth/passkey/options': () => ({ body: { options } }) });
    await click('Use a passkey');
    await screen.findByText(/nie obsługuje kluczy dostępu/);
  });
});
