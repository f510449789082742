import { expect, it } from 'vitest';
import { describeForbiddenTransition } from './forbidden-transition';

const six = ['A', 'B', 'C', 'D', 'E', 'F'];

it.each([
  [
    [],
    'Nie masz uprawnień do wykonania tego przejścia.',
    'You do not have permission to run this transition.',
  ],
  [
    ['IT'],
    'Nie masz uprawnień do wykonania tego przejścia. Wykonują je członkowie grupy IT.',
    'You do not have permission to run this transition. Members of the group IT run it.',
  ],
  [
    ['IT', 'Kadry'],
    'Nie masz uprawnień do wykonania tego przejścia. Wykonują je członkowie jednej z grup: IT, Kadry.',
    'You do not have permission to run this transition. Members of one of these groups run it: IT, Kadry.',
  ],
  [
    six,
    'Nie masz uprawnień do wykonania tego przejścia. Wykonują je członkowie jednej z 6 grup, między innymi: A, B, C, D, E.',
    'You do not have permission to run this transition. Members of one of 6 groups run it, among them: A, B, C, D, E.',
  ],
])('says that the members of %j run it, in each language', (names, polish, english) => {
  expect(describeForbiddenTransition('pl', names)).toBe(polish);
  expect(describeForbiddenTransition('mul', names)).toBe(polish);
  expect(describeForbiddenTransition('en', names)).toBe(english);
});
