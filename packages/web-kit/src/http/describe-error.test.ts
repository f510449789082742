import { afterEach, describe, expect, it } from 'vitest';
import { setCurrentLanguage } from '../i18n/language.store';
import { ApiError } from './api-error';
import { describeError, readReason } from './describe-error';

const failed = (parts: Partial<ConstructorParameters<typeof ApiError>[0]>) =>
  new ApiError({
    code: 'INTERNAL_ERROR',
    status: 500,
    serverMessage: undefined,
    fieldErrors: [],
    requestId: undefined,
    retryAfterSeconds: undefined,
    ...parts,
  });
afterEach(() => setCurrentLanguage('mul'));

describe('describeError', () => {
  it.each([
    ['an error with a server message', failed({ serverMessage: 'Za chwilę' }), 'Za chwilę'],
    [
      '429 in its own words',
      failed({ code: 'TOO_MANY_REQUESTS', status: 429, serverMessage: 'Too many' }),
      'Za dużo zapytań. Odczekaj chwilę.',
    ],
    [
      '503 UNAVAILABLE',
      failed({ code: 'UNAVAILABLE', status: 503, serverMessage: 'Away' }),
      'Usługa jest chwilowo niedostępna. Spróbuj ponownie.',
    ],
    [
      '502 BAD_GATEWAY',
      failed({ code: 'BAD_GATEWAY', status: 502, serverMessage: 'Off' }),
      'Usługa jest chwilowo niedostępna. Spróbuj ponownie.',
    ],
    [
      '504 GATEWAY_TIMEOUT',
      failed({ code: 'GATEWAY_TIMEOUT', status: 504, serverMessage: 'Slow' }),
      'Usługa jest chwilowo niedostępna. Spróbuj ponownie.',
    ],
    [
      '503 of the gateway with the part that is away',
      failed({
        code: 'UNAVAILABLE',
        status: 503,
        part: 'workflow',
        serverMessage: 'Obieg jest niedostępny.',
      }),
      'Obieg jest niedostępny.',
    ],
    [
      '503 of a proxy without a message',
      failed({ code: 'UNREADABLE', status: 503 }),
      'Usługa jest chwilowo niedostępna. Spróbuj ponownie.',
    ],
    [
      '503 of a proxy with a message',
      failed({ code: 'UNREADABLE', status: 503, serverMessage: 'Wracamy' }),
      'Wracamy',
    ],
    ['a network error', failed({ code: 'NETWORK', status: undefined }), 'brak połączenia z serwerem.'],
    ['an unreadable response', failed({ code: 'UNREADABLE' }), 'nieoczekiwany błąd.'],
    ['an exception in the browser', new TypeError('x is undefined'), 'nieoczekiwany błąd.'],
  ])('describes %s', (_, error, text) => {
    expect(describeError(error)).toBe(text);
  });

  it('uses the language of the page', () => {
    setCurrentLanguage('en');
    expect(describeError(failed({ code: 'NETWORK', status: undefined }))).toBe(
      'no connection to the server.',
    );
  });

  it('uses the language of a screen that is English in the language mul', () => {
    expect(describeError(failed({ code: 'UNAVAILABLE', status: 503 }), 'en')).toBe(
      'The service is temporarily unavailable. Please try again.',
    );
    expect(describeError(new TypeError('x is undefined'), 'en')).toBe('an unexpected error.');
  });

  it('returns undefined without a reason from the server', () => {
    expect(readReason(failed({}))).toBeUndefined();
    expect(readReason(failed({ code: 'NETWORK', status: undefined }))).toBeUndefined();
    expect(readReason(new TypeError('x is undefined'))).toBeUndefined();
    expect(readReason(failed({ serverMessage: 'Za chwilę' }))).toBe('Za chwilę');
  });
});
