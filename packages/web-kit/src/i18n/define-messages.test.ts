import { describe, expect, it } from 'vitest';
import { defineMessages, overrideTexts } from './define-messages';
import { registerMessages, translate } from './messages';

const load = <Texts>(texts: Texts) => {
  return async () => ({ default: texts });
};

const polish = load({
  title: 'Zadania',
  list: { open: 'Otwórz', close: 'Zamknij' },
  found_one: '{{count}} zadanie',
  found_few: '{{count}} zadania',
  found_many: '{{count}} zadań',
  found_other: '{{count}} zadania',
});
const english = load({
  title: 'Tasks',
  list: { open: 'Open', close: 'Close' },
  found_one: '{{count}} task',
  found_other: '{{count}} tasks',
});

const countIn = (namespace: string): string[] =>
  [1, 3, 5, 1.5].map((count) => translate(namespace, 'found', { count }));

describe('overrideTexts', () => {
  it('replaces single texts of the base language', async () => {
    const mul = overrideTexts(polish, load({ title: 'Tasks', list: { close: 'Close' } }));
    expect((await mul()).default).toMatchObject({
      title: 'Tasks',
      list: { open: 'Otwórz', close: 'Close' },
      found_few: '{{count}} zadania',
    });
  });

  it('counts in Polish forms if the base language is Polish', async () => {
    const mul = overrideTexts(polish, load({}));
    await registerMessages('mf-polish', defineMessages({ mul, pl: polish, en: english }));
    expect(countIn('mf-polish')).toEqual(['1 zadanie', '3 zadania', '5 zadań', '1.5 zadania']);
  });

  it('counts in English forms if the base language is English', async () => {
    const mul = overrideTexts(english, load({ found_many: 'many tasks' }));
    await registerMessages('mf-english', defineMessages({ mul, pl: polish, en: english }));
    expect(countIn('mf-english')).toEqual(['1 task', '3 tasks', 'many tasks', '1.5 tasks']);
  });

  it('rejects the override of an unknown text at compile time', () => {
    // @ts-expect-error No base text has this key.
    overrideTexts(polish, load({ list: { closed: 'Closed' } }));
  });
});

describe('defineMessages', () => {
  it('rejects a text that only one language has at compile time', () => {
    const mul = polish;
    // @ts-expect-error English lacks `list` and the plural forms.
    defineMessages({ mul, pl: polish, en: load({ title: 'Tasks' }) });
    // @ts-expect-error Polish lacks `list.open`.
    defineMessages({
      mul,
      pl: load({ list: { close: 'Zamknij' } }),
      en: load({ list: { open: 'Open', close: 'Close' } }),
    });
    // @ts-expect-error Polish lacks `found_few` and `found_many`.
    defineMessages({
      mul,
      pl: load({ found_one: '', found_other: '' }),
      en: load({ found_one: '', found_other: '' }),
    });
  });
});
