import { ApiError } from '@obieg/web-kit';
import { describe, expect, it } from 'vitest';
import { describeValidationError } from './answer-errors';

const names: Readonly<Record<number, string>> = { 1: 'Miasto', 2: 'Czy to pilne?' };
const describeAnswer = (field: string): string =>
  describeValidationError(
    new ApiError({
      status: 400,
      code: 'VALIDATION_FAILED',
      serverMessage: 'Błędne dane',
      fieldErrors: [{ field, message: 'Podaj jedną z odpowiedzi' }],
      requestId: undefined,
      retryAfterSeconds: undefined,
    }),
    (id) => names[id],
  );

describe('describeValidationError', () => {
  it.each([
    ['workflowParameters.1', 'Miasto: Podaj jedną z odpowiedzi'],
    ['workflowParameters.2', 'Czy to pilne? Podaj jedną z odpowiedzi'],
    ['workflowParameters.3', 'Podaj jedną z odpowiedzi'],
    ['title', 'Podaj jedną z odpowiedzi'],
  ])('prefixes the error with the name of its parameter: %s', (field, text) =>
    expect(describeAnswer(field)).toBe(text),
  );
});
