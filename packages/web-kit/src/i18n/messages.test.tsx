import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { registerMessages, setLanguage, translate, useMessages } from './messages';

afterEach(() => setLanguage('mul'));

const Hello = () => <p>{useMessages('mf-hello')('hello', { name: 'Ola' })}</p>;

it('shows the mix first, follows a change of language, loads what it needs only', async () => {
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

it('announces the page in its language and remembers the choice', async () => {
  await setLanguage('en');
  expect(document.documentElement.lang).toBe('en');
  expect(localStorage.getItem('obieg_language')).toBe('en');
});
