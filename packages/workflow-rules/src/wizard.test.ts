import { conditionTypes } from '@obieg/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answers, isConditionMet } from './conditions';
import { buildParameter } from './vectors.builders';
import { checkSubmission, publicQuestionnaire, type Question, walkWizard } from './wizard';

const dictionary = ['a', 'b', 'c'];
const questionsArbitrary = fc.integer({ min: 0, max: 7 }).chain((count) =>
  fc.tuple(
    ...Array.from({ length: count }, (_, index) =>
      fc.record({
        id: fc.constant(index + 1),
        sortOrder: fc.integer({ min: 0, max: 4 }),
        parameterType: fc.constantFrom('DICTIONARY' as const, 'TEXT' as const),
        dictionaryValues: fc.constant(dictionary.map((value) => ({ value }))),
        dependencies: fc.array(
          fc.record({
            parentParameterId: fc.integer({ min: 1, max: Math.max(1, count) }),
            conditionType: fc.constantFrom(...conditionTypes),
            conditionValue: fc.constantFrom(...dictionary),
          }),
          { maxLength: 2 },
        ),
      }),
    ),
  ),
) as fc.Arbitrary<Question[]>;
const picksArbitrary = fc.array(fc.constantFrom(...dictionary), { minLength: 8, maxLength: 8 });

/** Answers the wizard's questions to its end. */
const walkThrough = (questions: Question[], picks: string[]): Answers => {
  const answers = new Map<number, string>();
  for (let step = 0; ; step += 1) {
    const { open } = walkWizard(questions, answers);
    if (!open) return answers;
    answers.set(open.id, picks[step] ?? 'a');
  }
};

/** Questions that can follow these answers, in order. */
const listOpen = (questions: Question[], answers: Answers): Question[] =>
  questions
    .filter(
      ({ id, dependencies }) =>
        !answers.has(id) &&
        dependencies.every((dependency) => isConditionMet(dependency, answers, dependency.parentParameterId)),
    )
    .sort((one, other) => one.sortOrder - other.sortOrder || one.id - other.id);

describe('walkWizard and checkSubmission', () => {
  it('ask the questions that earlier answers open, each once, until none is left', () => {
    fc.assert(
      fc.property(questionsArbitrary, picksArbitrary, (questions, picks) => {
        const answers = walkThrough(questions, picks);
        const before = new Map<number, string>();
        for (const question of walkWizard(questions, answers).asked) {
          expect(listOpen(questions, before)[0]).toBe(question);
          before.set(question.id, answers.get(question.id) ?? '');
        }
        expect(listOpen(questions, before)).toEqual([]);
      }),
    );
  });

  it('accept the answers of a complete walk', () => {
    fc.assert(
      fc.property(questionsArbitrary, picksArbitrary, (questions, picks) => {
        const answers = walkThrough(questions, picks);
        const { values, problems } = checkSubmission(questions, answers);
        expect(problems.size).toBe(0);
        expect(values).toEqual(answers);
        expect(walkWizard(questions, answers)).toMatchObject({ open: undefined });
      }),
    );
  });

  it('reject a submission with a missing, additional or invalid answer', () => {
    fc.assert(
      fc.property(questionsArbitrary, picksArbitrary, fc.nat(), (questions, picks, index) => {
        const answers = walkThrough(questions, picks);
        const ids = [...answers.keys()];
        fc.pre(ids.length > 0);
        const id = ids[index % ids.length] as number;
        // Whether an answer may be missing depends only on the questions: the walk without it must reach another end.
        const without = new Map(answers);
        without.delete(id);
        expect(checkSubmission(questions, without).problems.size > 0).toBe(
          walkWizard(questions, without).open !== undefined ||
            without.size !== walkWizard(questions, without).asked.length,
        );
        expect(checkSubmission(questions, new Map([...answers, [999, 'a']])).problems.get(999)).toBe(
          'UNKNOWN_PARAMETER',
        );
        if (questions.find((question) => question.id === id)?.parameterType === 'DICTIONARY') {
          expect(checkSubmission(questions, new Map([...answers, [id, 'nothing']])).problems.get(id)).toBe(
            'NOT_IN_DICTIONARY',
          );
        }
      }),
    );
  });

  const text = (id: number, sortOrder: number, dependencies: Question['dependencies'] = []): Question => ({
    id,
    sortOrder,
    parameterType: 'TEXT',
    dictionaryValues: [],
    dependencies,
  });
  const branching = [
    {
      ...text(1, 1),
      parameterType: 'DICTIONARY' as const,
      dictionaryValues: [{ value: 'Sprzęt' }, { value: 'Konto' }],
    },
    text(2, 2, [{ parentParameterId: 1, conditionType: 'EQUALS', conditionValue: 'Sprzęt' }]),
    text(3, 3, [{ parentParameterId: 1, conditionType: 'NOT_EQUALS', conditionValue: 'Sprzęt' }]),
    text(4, 4, [{ parentParameterId: 2, conditionType: 'EXISTS', conditionValue: null }]),
  ];

  it('branch by answers', () => {
    expect(
      walkWizard(
        branching,
        new Map([
          [1, 'Sprzęt'],
          [2, 'x'],
          [4, 'y'],
        ]),
      ).asked.map(({ id }) => id),
    ).toEqual([1, 2, 4]);
    expect(walkWizard(branching, new Map([[1, 'Konto']])).open?.id).toBe(3);
  });

  it('ask a question of a missing answer before its later parent, and keep it when the parent is answered', () => {
    const early = [
      text(2, 1, [{ parentParameterId: 1, conditionType: 'NOT_EXISTS', conditionValue: null }]),
      text(1, 2),
    ];
    expect(walkWizard(early, new Map()).open?.id).toBe(2);
    const given = new Map([
      [1, 'x'],
      [2, 'y'],
    ]);
    expect(walkWizard(early, given).asked.map(({ id }) => id)).toEqual([2, 1]);
    expect(checkSubmission(early, given).problems.size).toBe(0);
    const late = early.map((question) => ({ ...question, sortOrder: 3 - question.sortOrder }));
    expect(walkWizard(late, given).asked.map(({ id }) => id)).toEqual([1]);
  });

  it('reject answers to questions that are not asked, and missing answers', () => {
    expect([
      ...checkSubmission(
        branching,
        new Map([
          [1, 'Konto'],
          [2, 'x'],
          [3, 'y'],
        ]),
      ).problems,
    ]).toEqual([[2, 'NOT_ASKED']]);
    expect([...checkSubmission(branching, new Map([[1, 'Sprzęt']])).problems]).toEqual([[2, 'MISSING']]);
    expect([...checkSubmission(branching, new Map()).problems]).toEqual([[1, 'MISSING']]);
  });
});

describe('isConditionMet', () => {
  it.each([
    ['EQUALS', 'a', 'a', true],
    ['EQUALS', 'a', 'b', false],
    ['EQUALS', 'a', undefined, false],
    ['NOT_EQUALS', 'a', 'b', true],
    ['NOT_EQUALS', 'a', 'a', false],
    ['NOT_EQUALS', 'a', undefined, false],
    ['EXISTS', null, 'x', true],
    ['EXISTS', null, '  ', false],
    ['NOT_EXISTS', null, undefined, true],
    ['NOT_EXISTS', null, 'x', false],
    ['LATER', 'a', 'a', false],
  ] as const)('%s %s on %s is %s', (conditionType, conditionValue, answer, expected) => {
    const answers = new Map(answer === undefined ? [] : [[1, answer]]);
    expect(isConditionMet({ conditionType: conditionType as 'EQUALS', conditionValue }, answers, 1)).toBe(
      expected,
    );
  });
});

describe('publicQuestionnaire', () => {
  const parameter = buildParameter(1, {
    parameterName: 'kind',
    parameterType: 'DICTIONARY',
    parameterStage: 'ALWAYS',
    dictionaryValues: [
      { id: 1, value: 'b', sortOrder: 2, isActive: true },
      { id: 2, value: 'a', sortOrder: 1, isActive: true },
      { id: 3, value: 'old', sortOrder: 0, isActive: false },
    ],
  });

  it('returns a default value only if it is a valid answer', () => {
    const defaults = ['a', ' b ', 'old', 'c', null];
    const shown = publicQuestionnaire(
      defaults.map((defaultValue, index) => ({ ...parameter, id: index + 1, defaultValue })),
    );
    expect(shown.map(({ defaultValue }) => defaultValue)).toEqual(['a', 'b', null, null, null]);
  });

  it('does not ask a question of a stage that only a newer version knows', () => {
    expect(publicQuestionnaire([{ ...parameter, parameterStage: 'REVIEW' as never }])).toEqual([]);
  });

  it('returns active questions and values in order, with parent names', () => {
    const child = {
      ...parameter,
      id: 4,
      sortOrder: 0,
      dependencies: [{ id: 9, parentParameterId: 1, conditionType: 'EXISTS' as const, conditionValue: null }],
    };
    const shown = publicQuestionnaire([
      parameter,
      { ...parameter, id: 2, isActive: false },
      { ...parameter, id: 3, parameterStage: 'SYSTEM_CONTROLLED' },
      child,
    ]);
    expect(shown.map(({ id }) => id)).toEqual([4, 1]);
    expect(shown[1]?.dictionaryValues).toEqual([{ value: 'a' }, { value: 'b' }]);
    expect(shown[0]?.dependencies[0]?.parentParameterName).toBe('kind');
  });
});
