import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inAskingOrder, moveQuestion, numberInOrder } from './asking-order';
import { parameterOf } from './vectors.builders';
import { publicQuestionnaire, walkWizard } from './wizard';

type Dependencies = NonNullable<NonNullable<Parameters<typeof parameterOf>[2]>['dependencies']>;
const build = (id: number, sortOrder: number, dependencies: Dependencies = []) =>
  parameterOf(id, 'BOOLEAN', { sortOrder, dependencies });
const toIds = (questions: readonly { id: number }[]) => questions.map(({ id }) => id);
const toNumbers = (questions: readonly { sortOrder: number }[]) =>
  questions.map(({ sortOrder }) => sortOrder);

/** Questions that depend only on those with lower ids, with any numbers. */
const questionsArbitrary = fc
  .array(
    fc.record({
      sortOrder: fc.nat(9),
      parents: fc.array(
        fc.tuple(
          fc.nat(8),
          fc.constantFrom('EXISTS', 'NOT_EXISTS', 'EQUALS', 'NOT_EQUALS'),
          fc.constantFrom('true', 'false'),
        ),
        { maxLength: 2 },
      ),
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((rows) =>
    rows.map(({ sortOrder, parents }, index) =>
      build(
        index + 1,
        sortOrder,
        parents
          .filter(([parent]) => parent < index)
          .map(([parent, type, value]) => [parent + 1, type, value] as const)
          .map(([parent, type, value]) => [parent, type, type.endsWith('EXISTS') ? null : value]),
      ),
    ),
  );
const answersArbitrary = fc.array(fc.constantFrom('true', 'false'), { minLength: 9, maxLength: 9 });
const walk = (questions: Parameters<typeof publicQuestionnaire>[0], answers: readonly string[]) =>
  toIds(
    walkWizard(publicQuestionnaire(questions), new Map(answers.map((value, index) => [index + 1, value])))
      .asked,
  );

describe('inAskingOrder', () => {
  it('puts a question that is numbered before the one it awaits right after it', () => {
    const questions = [build(1, 5), build(2, 0, [[1, 'EXISTS', null]]), build(3, 7)];
    expect(toIds(inAskingOrder(questions))).toEqual([1, 2, 3]);
  });

  it('lets a question that needs a missing answer keep its place before the other', () => {
    expect(toIds(inAskingOrder([build(1, 5), build(2, 0, [[1, 'NOT_EXISTS', null]])]))).toEqual([2, 1]);
  });

  it('orders every walk of the wizard', () => {
    fc.assert(
      fc.property(questionsArbitrary, answersArbitrary, (questions, answers) => {
        const asked = walk(questions, answers);
        const ordered = toIds(inAskingOrder(questions));
        expect(asked).toEqual(ordered.filter((id) => asked.includes(id)));
      }),
    );
  });
});

describe('numberInOrder', () => {
  it('asks the same in every walk when it numbers the asking order', () => {
    fc.assert(
      fc.property(questionsArbitrary, answersArbitrary, (questions, answers) => {
        const numbered = numberInOrder(inAskingOrder(questions));
        expect(walk(numbered, answers)).toEqual(walk(questions, answers));
      }),
    );
  });

  it('changes only the numbers between the old and the new place', () => {
    const moved = moveQuestion([build(1, 10), build(2, 20), build(3, 30), build(4, 40)], 3, 1);
    expect(toIds(moved)).toEqual([1, 3, 2, 4]);
    expect(toNumbers(numberInOrder(moved))).toEqual([10, 20, 30, 40]);
  });

  it('numbers from 0 if two numbers are equal', () => {
    expect(toNumbers(numberInOrder([build(2, 4), build(1, 4), build(3, 9)]))).toEqual([0, 1, 2]);
  });
});

describe('moveQuestion', () => {
  it('moves a question to the start if it follows none', () => {
    expect(toIds(moveQuestion([build(1, 1), build(2, 2), build(3, 3)], 3, undefined))).toEqual([3, 1, 2]);
  });
});
