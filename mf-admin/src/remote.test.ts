import { type Language, registerMessages, setLanguage, translate } from '@obieg/web-kit';
import { afterEach, describe, expect, it } from 'vitest';
import remote from './remote';

afterEach(async () => {
  await setLanguage('mul');
  localStorage.clear();
});

describe('texts of mf-admin', () => {
  it.each<[Language, string, string, string[]]>([
    ['mul', 'Target Group', 'Save and add another', ['1 transition', '3 transitions', '5 transitions']],
    ['pl', 'Grupa docelowa', 'Zapisz i dodaj kolejny', ['1 przejście', '3 przejścia', '5 przejść']],
    ['en', 'Target group', 'Save and add another', ['1 transition', '3 transitions', '5 transitions']],
  ])('follow the language %s', async (language, specified, common, numbers) => {
    await registerMessages('mf-admin', remote.messages);
    await setLanguage(language);
    expect(translate('mf-admin', 'tryOut.group')).toBe(specified);
    expect(translate('mf-admin', 'saveAndAddAnother')).toBe(common);
    expect([1, 3, 5].map((count) => translate('mf-admin', 'transitions.count', { count }))).toEqual(numbers);
  });
});
