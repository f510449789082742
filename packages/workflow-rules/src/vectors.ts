import {
  type ConditionType,
  conditionTypes,
  type ParameterType,
  parameterTypes,
  type WorkflowConfiguration,
} from '@obieg/contracts';
import { comparesWithValue } from './condition-values';
import { parameterOf, statusOf, transitionOf } from './vectors.builders';
import { handWrittenVectors } from './vectors.cases';
import type { DecisionVector } from './vectors.model';
import type { SubmissionProblem } from './wizard';

export { buildParameter } from './vectors.builders';

/**
 * Per type: an answer, its stored value, another notation of the same value, a different answer, and rejected answers
 * with reasons.
 */
const answersByType: Record<
  ParameterType,
  {
    typed: string;
    stored: string;
    equivalent?: { typed: string; stored: string };
    other: string;
    rejected: readonly [string, SubmissionProblem][];
  }
> = {
  TEXT: {
    typed: ' Zażółć "gęślą" ',
    stored: 'Zażółć "gęślą"',
    other: 'zażółć',
    rejected: [['x'.repeat(4_001), 'TOO_LONG']],
  },
  NUMBER: {
    typed: '-2,50',
    stored: '-2.50',
    equivalent: { typed: ' \u221202,5', stored: '-2.5' },
    other: '2',
    rejected: [
      ['dwa', 'NOT_A_NUMBER'],
      ['1e3', 'NOT_A_NUMBER'],
    ],
  },
  BOOLEAN: { typed: 'true', stored: 'true', other: 'false', rejected: [['Tak', 'NOT_A_BOOLEAN']] },
  DICTIONARY: {
    typed: 'Sprzęt',
    stored: 'Sprzęt',
    other: 'Konto',
    rejected: [
      ['sprzęt', 'NOT_IN_DICTIONARY'],
      ['Stare', 'NOT_IN_DICTIONARY'],
    ],
  },
  DATE: {
    typed: '2024-02-29',
    stored: '2024-02-29',
    other: '2026-11-21',
    rejected: [
      ['2026-02-29', 'NOT_A_DATE'],
      ['21.11.2026', 'NOT_A_DATE'],
    ],
  },
  DATETIME: {
    typed: '2026-11-21T08:30',
    stored: '2026-11-21T08:30',
    equivalent: { typed: '2026-11-21T08:30:00', stored: '2026-11-21T08:30:00' },
    other: '2026-11-21T08:31',
    rejected: [
      ['2026-11-21', 'NOT_A_DATE_TIME'],
      ['2026-11-21T24:00', 'NOT_A_DATE_TIME'],
    ],
  },
  EMAIL: {
    typed: ' jan@example.com',
    stored: 'jan@example.com',
    equivalent: { typed: 'Jan@Example.com ', stored: 'Jan@Example.com' },
    other: 'ola@example.com',
    rejected: [['jan@', 'NOT_AN_EMAIL']],
  },
  URL: {
    typed: 'https://example.com/a?b=c',
    stored: 'https://example.com/a?b=c',
    equivalent: { typed: 'Example.com/a?b=c', stored: 'https://Example.com/a?b=c' },
    other: 'http://example.com',
    rejected: [
      ['example', 'NOT_A_URL'],
      ['javascript:alert(1)', 'NOT_A_URL'],
    ],
  },
};

const dictionaryOf = (parameterType: ParameterType) =>
  parameterType === 'DICTIONARY' ? ['Sprzęt', 'Konto', '-Stare'] : [];

const answeredKinds = ['same', 'equivalent', 'other', 'none'] as const;
type Answered = (typeof answeredKinds)[number];

/**
 * Expected result of a condition if the answer is its value, another notation of it, a different value, or missing.
 */
const expectedResults: Record<ConditionType, Record<Answered, boolean>> = {
  EQUALS: { same: true, equivalent: true, other: false, none: false },
  NOT_EQUALS: { same: false, equivalent: false, other: true, none: false },
  EXISTS: { same: true, equivalent: true, other: true, none: false },
  NOT_EXISTS: { same: false, equivalent: false, other: false, none: true },
};

const [gate, subject, follower] = [1, 2, 3];
const [met, unmet, done] = [11, 12, 13];

/**
 * Builds a workflow with a conditional question, a question that depends on it, and transitions with the same
 * condition. The start transition leads to `met` if the condition is met, otherwise to `unmet`.
 */
const conditionedWorkflow = (
  parameterType: ParameterType,
  conditionType: ConditionType,
): WorkflowConfiguration => {
  const conditionValue = comparesWithValue(conditionType) ? answersByType[parameterType].stored : null;
  const parameterConditions = [{ id: 1, parameterId: subject, conditionType, conditionValue }];
  return {
    organizationId: 1,
    parameters: [
      parameterOf(gate, 'BOOLEAN'),
      parameterOf(subject, parameterType, {
        values: dictionaryOf(parameterType),
        dependencies: [[gate, 'EQUALS', 'true']],
      }),
      parameterOf(follower, 'TEXT', { dependencies: [[subject, conditionType, conditionValue]] }),
    ],
    statuses: [statusOf(met, 'INITIAL'), statusOf(unmet, 'INITIAL'), statusOf(done, 'FINAL')],
    transitions: [
      transitionOf(21, null, met, { parameterConditions }),
      transitionOf(22, null, unmet, { priorityOrder: 1 }),
      transitionOf(23, met, done, { parameterConditions }),
      transitionOf(24, unmet, done, { parameterConditions }),
      transitionOf(25, unmet, done, { executorGroupIds: [5] }),
    ],
  };
};

/** The typed text and its stored value. Undefined if the type has no other notation. */
const answerOf = (
  parameterType: ParameterType,
  answered: Exclude<Answered, 'none'>,
): { typed: string; stored: string } | undefined => {
  const { typed, stored, equivalent, other } = answersByType[parameterType];
  return { same: { typed, stored }, equivalent, other: { typed: other, stored: other } }[answered];
};

const conditionVector = (
  parameterType: ParameterType,
  conditionType: ConditionType,
  answered: Answered,
): DecisionVector => {
  const answer = answered === 'none' ? undefined : answerOf(parameterType, answered);
  const isMet = expectedResults[conditionType][answered];
  const isAsked = answer !== undefined;
  const given = {
    [gate]: String(isAsked),
    ...(isAsked ? { [subject]: answer.typed } : {}),
    ...(isMet ? { [follower]: 'x' } : {}),
  };
  return {
    name: `${conditionType} on ${parameterType}, answer: ${answered}`,
    configuration: conditionedWorkflow(parameterType, conditionType),
    given,
    expected: {
      asked: [gate, ...(isAsked ? [subject] : []), ...(isMet ? [follower] : [])],
      values: { ...given, ...(isAsked ? { [subject]: answer.stored } : {}) },
      placement: { statusId: isMet ? met : unmet, transitionId: isMet ? 21 : 22, targetGroupId: null },
      offered: isMet ? [{ id: 23, reasons: [] }] : [{ id: 25, reasons: ['EXECUTOR_GROUP_REQUIRED'] }],
    },
  };
};

const rejectionVector = (
  parameterType: ParameterType,
  [typed, problem]: readonly [string, SubmissionProblem],
): DecisionVector => ({
  name: `${parameterType} rejects ${typed.slice(0, 30)}`,
  configuration: {
    organizationId: 1,
    parameters: [parameterOf(1, parameterType, { values: dictionaryOf(parameterType) })],
    statuses: [statusOf(1, 'INITIAL')],
    transitions: [],
  },
  given: { 1: typed },
  expected: { asked: [], open: 1, problems: { 1: problem } },
});

/** All types with all conditions, rejections of each type, and hand-written cases (spec 3 §4, §5). */
export const decisionVectors: readonly DecisionVector[] = [
  ...parameterTypes.flatMap((parameterType) => [
    ...conditionTypes.flatMap((conditionType) =>
      answeredKinds
        .filter((answered) => answered === 'none' || answerOf(parameterType, answered))
        .map((answered) => conditionVector(parameterType, conditionType, answered)),
    ),
    ...answersByType[parameterType].rejected.map((rejected) => rejectionVector(parameterType, rejected)),
  ]),
  ...handWrittenVectors,
];
