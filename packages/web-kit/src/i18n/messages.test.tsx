import { act, render, renderHook, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { registerMessages, reloadMessages, setLanguage, translate, useMessages } from './messages';

afterEach(async () => {
  await setLanguage('mul');
  localStorage.clear();
});

const Hello = ({ namespace = 'mf-hello' }) => <p>{useMessages(namespace)('hello', { name: 'Ola' })}</p>;

describe('messages', () => {
  it('shows the default language, follows a change of language, and loads only the needed texts', async () => {
    const loaded: string[] = [];
    const of = (language: string, hello: string) => async () => {
      loaded.push(language);
      return { default: { hello } };
    };
    await registerMessages('mf-hello', {
      mul: of('mul', 'Hello {{name}}!'),
      pl: of('pl', 'Cześć, {{name}}!'),
      en: of('en', 'Hi {{name}}!'),
    });
    render(<Hello />);
    expect(screen.getByText('Hello Ola!')).toBeDefined();
    await act(() => setLanguage('pl'));
    expect(screen.getByText('Cześć, Ola!')).toBeDefined();
    expect(translate('mf-hello', 'hello', { name: '<b>' })).toBe('Cześć, <b>!');
    expect(loaded).toEqual(['mul', 'pl']);
  });

  it('sets the document language and stores the choice', async () => {
    await setLanguage('en');
    expect(document.documentElement.lang).toBe('en');
    expect(localStorage.getItem('obieg_language')).toBe('en');
    // The gateway writes the first page in it.
    expect(document.cookie).toContain('obieg_language=en');
  });

  it('stores each choice immediately and shows only the last, even if its texts load first', async () => {
    let resolvePolish = (): void => undefined;
    const polish = new Promise<{ hello: string }>((resolve) => {
      resolvePolish = () => resolve({ hello: 'Cześć' });
    });
    await registerMessages('mf-slow', {
      mul: async () => ({ hello: 'Hello' }),
      pl: () => polish,
      en: async () => ({ hello: 'Hi' }),
    });
    const choices = [setLanguage('pl')];
    expect(localStorage.getItem('obieg_language')).toBe('pl');
    expect(translate('mf-slow', 'hello')).toBe('Hello');
    choices.push(setLanguage('en'));
    expect(localStorage.getItem('obieg_language')).toBe('en');
    await choices[1];
    resolvePolish();
    await Promise.all(choices);
    expect(translate('mf-slow', 'hello')).toBe('Hi');
    expect(document.documentElement.lang).toBe('en');
  });

  it('uses Polish plural forms, also for mul', async () => {
    const polish = async () => ({
      found_one: '{{count}} zadanie',
      found_few: '{{count}} zadania',
      found_many: '{{count}} zadań',
    });
    const english = async () => ({ found_one: '{{count}} task', found_other: '{{count}} tasks' });
    await registerMessages('mf-counts', { mul: polish, pl: polish, en: english });
    const counted = () => [1, 3, 5].map((count) => translate('mf-counts', 'found', { count }));
    expect(counted()).toEqual(['1 zadanie', '3 zadania', '5 zadań']);
    await setLanguage('en');
    expect(counted()).toEqual(['1 task', '3 tasks', '5 tasks']);
  });

  it('names a value that only a newer server knows in words', async () => {
    const texts = async () => ({
      reasons: { ASSIGNED: 'Przypisano', OTHER: 'Inna zmiana' },
      types: { TEXT: 'Tekst' },
      fields: { title: 'Tytuł' },
    });
    await registerMessages('mf-newer', { mul: texts, pl: texts, en: texts });
    const { result } = renderHook(() => useMessages('mf-newer'));
    const read = (key: string) => result.current(key);
    expect([read('reasons.ASSIGNED'), read('reasons.LABELLED')]).toEqual(['Przypisano', 'Inna zmiana']);
    expect([read('types.TEXT'), read('types.GEO_POINT')]).toEqual(['Tekst', 'inna wartość']);
    await act(() => setLanguage('en'));
    expect(read('types.GEO_POINT')).toBe('another value');
    // A missing text of ours stays visible as its key.
    expect(read('fields.missing')).toBe('fields.missing');
  });

  it('falls back to the default texts if those of the chosen language fail to load', async () => {
    const lost = () => Promise.reject(new Error('offline'));
    await setLanguage('en');
    await registerMessages('mf-lost', { mul: async () => ({ hello: 'Dzień dobry' }), pl: lost, en: lost });
    expect(translate('mf-lost', 'hello')).toBe('Dzień dobry');
  });

  it('shows reloaded texts in components that are already rendered, also after a change of language', async () => {
    let texts: Record<string, string> = { hello: 'Hello {{name}}!', removed: 'old' };
    const load = async () => texts;
    await registerMessages('mf-again', { mul: load, pl: load, en: load });
    await setLanguage('pl');
    await setLanguage('mul');
    render(<Hello namespace="mf-again" />);
    texts = { hello: 'Welcome, {{name}}!' };
    await act(() => reloadMessages('mf-again'));
    expect(screen.getByText('Welcome, Ola!')).toBeDefined();
    expect(translate('mf-again', 'removed')).toBe('removed');
    await act(() => setLanguage('pl'));
    expect(screen.getByText('Welcome, Ola!')).toBeDefined();
  });
});
