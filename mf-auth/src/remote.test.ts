import { type Language, registerMessages, setLanguage, translate } from '@obieg/web-kit';
import { afterEach, describe, expect, it } from 'vitest';
import remote from './remote';

afterEach(async () => {
  await setLanguage('mul');
  localStorage.clear();
});

describe('texts of mf-auth', () => {
  it.each<[Language, string, string]>([
    ['mul', 'Email or Username', 'Weryfikacja adresu e-mail'],
    ['pl', 'E-mail lub nazwa użytkownika', 'Weryfikacja adresu e-mail'],
    ['en', 'Email or Username', 'Verify your email address'],
  ])('follow the language %s', async (language, specified, common) => {
    await registerMessages('mf-auth', remote.messages);
    await setLanguage(language);
    expect(translate('mf-auth', 'login.loginName')).toBe(specified);
    expect(translate('mf-auth', 'verify.title')).toBe(common);
  });
});
