import { describe, expect, it } from 'vitest';
import { describeForbiddenTransition } from './forbidden-transition';

const six = ['A', 'B', 'C', 'D', 'E', 'F'];

describe('describeForbiddenTransition', () => {
  it.each([
    [
      [],
      'Nie masz uprawnień do wykonania tego przejścia.',
      'You do not have permission to run this transition.',
    ],
    [
      ['IT'],
      'Nie masz uprawnień do wykonania tego przejścia. Wykonują je członkowie grupy IT.',
      'You do not have permission to run this transition. Only members of the group IT can run it.',
    ],
    [
      ['IT', 'Kadry'],
      'Nie masz uprawnień do wykonania tego przejścia. Wykonują je członkowie jednej z grup: IT, Kadry.',
      'You do not have permission to run this transition. Only members of one of these groups can run it: IT, Kadry.',
    ],
    [
      six,
      'Nie masz uprawnień do wykonania tego przejścia. Wykonują je członkowie jednej z 6 grup, między innymi: A, B, C, D, E.',
      'You do not have permission to run this transition. Only members of one of 6 groups can run it, including: A, B, C, D, E.',
    ],
  ])('names the executor groups %j in each language', (names, polish, english) => {
    expect(describeForbiddenTransition('pl', names)).toBe(polish);
    expect(describeForbiddenTransition('mul', names)).toBe(polish);
    expect(describeForbiddenTransition('en', names)).toBe(english);
  });
});
