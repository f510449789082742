import { describe, expect, it } from 'vitest';
import { describeProblem, problem } from './problems';
import { readLanguage, translateStandard } from './standard-messages';

describe('translateStandard', () => {
  const problems = [
    problem.unauthorized(),
    problem.forbidden(),
    problem.notFound(),
    problem.preconditionFailed(),
    problem.tooLarge(),
    problem.unsupportedMedia(),
    problem.validation([]),
    problem.tooMany(1),
    problem.unavailable(),
    problem.badGateway(),
    problem.gatewayTimeout(),
    problem.methodNotAllowed(),
    problem.internal(),
  ];

  it.each(problems)('translates $code into Polish', (expected) => {
    const { detail, message } = describeProblem(expected, 'r', 'pl');
    expect(detail).not.toBe(expected.message);
    expect(message).toBe(detail);
    for (const language of ['mul', 'en'] as const)
      expect(describeProblem(expected, 'r', language).detail).toBe(expected.message);
  });

  it('keeps a custom text', () => {
    expect(translateStandard('Nie ma takiego zadania.', 'pl')).toBe('Nie ma takiego zadania.');
  });
});

describe('readLanguage', () => {
  it.each([
    ['pl-PL,en;q=0.5', 'pl'],
    ['EN', 'en'],
    ['mul', 'mul'],
    ['de', 'mul'],
    ['', 'mul'],
  ])('maps %s to %s', (header, language) => {
    expect(readLanguage(header)).toBe(language);
  });
});
