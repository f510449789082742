import { describe, expect, it } from 'vitest';
import { createTranslate } from './translate';

const translate = createTranslate(
  {
    greeting: { pl: 'Witaj, {name}', en: 'Welcome, {name}' },
    email: {
      mul: 'Email jest wymagany',
      pl: 'Adres e-mail jest wymagany',
      en: 'An e-mail address is required',
    },
  },
  'en',
);

describe('createTranslate', () => {
  it('returns the message in the language with its placeholders filled', () => {
    expect(translate('pl', 'greeting', { name: 'Anna' })).toBe('Witaj, Anna');
    expect(translate('en', 'greeting')).toBe('Welcome, ');
  });

  it("returns the specification's own words, or else those of the catalogue's language", () => {
    expect(translate('mul', 'email')).toBe('Email jest wymagany');
    expect(translate('mul', 'greeting', { name: 7 })).toBe('Welcome, 7');
  });
});
