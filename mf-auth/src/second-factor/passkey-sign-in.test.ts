import { fakeApi } from '@obieg/web-kit/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signInFromAutofill } from './passkey-sign-in';

/** What the browser was asked for, one signal for each offer of passkeys. */
let offers: AbortSignal[] = [];

beforeEach(() => {
  offers = [];
  const credential = Object.assign(() => undefined, { isConditionalMediationAvailable: async () => true });
  vi.stubGlobal('PublicKeyCredential', credential);
  vi.stubGlobal('navigator', {
    ...navigator,
    credentials: {
      get: ({ signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => {
          offers.push(signal);
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    },
  });
  document.body.innerHTML = '<input autocomplete="username webauthn" />';
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

const options = { options: { challenge: 'AAAA' } };

it('takes the offer of passkeys back when the login field is left', async () => {
  fakeApi({ 'POST /api/auth/passkey/options': () => ({ body: options }) });
  const left = new AbortController();
  const session = signInFromAutofill(left.signal);
  await vi.waitFor(() => expect(offers).toHaveLength(1));
  left.abort();
  await expect(session).resolves.toBeUndefined();
  expect(offers[0]?.aborted).toBe(true);
});

it('offers no passkeys once the login field is left', async () => {
  const left = new AbortController();
  fakeApi({
    'POST /api/auth/passkey/options': () => {
      left.abort();
      return { body: options };
    },
  });
  await expect(signInFromAutofill(left.signal)).resolves.toBeUndefined();
  expect(offers).toEqual([]);
});
