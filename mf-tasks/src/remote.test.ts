import { type Language, registerMessages, setLanguage, translate } from '@obieg/web-kit';
import { afterEach, describe, expect, it } from 'vitest';
import { withOnDemandMessages } from './i18n/messages';
import remote from './remote';

afterEach(async () => {
  await setLanguage('mul');
  localStorage.clear();
});

describe('texts of mf-tasks', () => {
  it.each<[Language, string, string, string[]]>([
    ['mul', 'Lista Zadań', 'Nowe zgłoszenie', ['ostatni dzień', 'ostatnie 3 dni', 'ostatnie 5 dni']],
    ['pl', 'Lista zadań', 'Nowe zgłoszenie', ['ostatni dzień', 'ostatnie 3 dni', 'ostatnie 5 dni']],
    ['en', 'Task list', 'New submission', ['last day', 'last 3 days', 'last 5 days']],
  ])('follow the language %s', async (language, specified, common, numbers) => {
    await registerMessages('mf-tasks', remote.messages);
    await withOnDemandMessages(Promise.resolve());
    await setLanguage(language);
    expect(translate('mf-tasks', 'task.toList')).toBe(specified);
    expect(translate('mf-tasks', 'submit.title')).toBe(common);
    expect(translate('mf-tasks-on-demand', 'list.title')).toBe(specified);
    const count = (days: number) => translate('mf-tasks-on-demand', 'filters.lastDays', { count: days });
    expect([1, 3, 5].map(count)).toEqual(numbers);
  });
});
