import type { WorkflowConfiguration } from '@obieg/contracts';
import { parameterOf, statusOf, transitionOf } from './vectors.builders';
import type { DecisionVector } from './vectors.model';

const workflow = (over: Partial<WorkflowConfiguration>): WorkflowConfiguration => ({
  organizationId: 1,
  parameters: [],
  statuses: [statusOf(1, 'INITIAL')],
  transitions: [],
  ...over,
});
const oldestInitial = { statusId: 1, transitionId: null, targetGroupId: null };
/** Expected result without a start transition. */
const accepted = (asked: number[], values: Record<string, string>) => ({
  asked,
  values,
  placement: oldestInitial,
  offered: [],
});

const branching = [
  parameterOf(1, 'DICTIONARY', { values: ['Sprzęt', 'Konto'] }),
  parameterOf(2, 'TEXT', { dependencies: [[1, 'EQUALS', 'Sprzęt']] }),
  parameterOf(3, 'TEXT', { dependencies: [[1, 'NOT_EQUALS', 'Sprzęt']] }),
  parameterOf(4, 'NUMBER', {
    dependencies: [
      [2, 'EXISTS', null],
      [1, 'EQUALS', 'Sprzęt'],
    ],
  }),
];

const wizardVectors: DecisionVector[] = [
  {
    name: 'no questions at all',
    configuration: workflow({}),
    given: {},
    expected: accepted([], {}),
  },
  {
    name: 'complete branch; a question with several dependencies, all met',
    configuration: workflow({ parameters: branching }),
    given: { 1: 'Sprzęt', 2: 'HP', 4: '3' },
    expected: accepted([1, 2, 4], { 1: 'Sprzęt', 2: 'HP', 4: '3' }),
  },
  {
    name: 'complete other branch',
    configuration: workflow({ parameters: branching }),
    given: { 1: 'Konto', 3: 'x' },
    expected: accepted([1, 3], { 1: 'Konto', 3: 'x' }),
  },
  {
    name: 'condition saved with a decimal comma before its parameter became a number',
    configuration: workflow({
      parameters: [
        parameterOf(1, 'NUMBER'),
        parameterOf(2, 'TEXT', { dependencies: [[1, 'EQUALS', '2,5']] }),
        parameterOf(3, 'TEXT', { dependencies: [[1, 'NOT_EQUALS', '2,50']] }),
      ],
    }),
    given: { 1: '2.5', 2: 'a' },
    expected: accepted([1, 2], { 1: '2.5', 2: 'a' }),
  },
  {
    name: 'missing answer in the middle of a branch',
    configuration: workflow({ parameters: branching }),
    given: { 1: 'Sprzęt' },
    expected: { asked: [1], open: 2, problems: { 2: 'MISSING' } },
  },
  {
    name: 'blank answer counts as missing',
    configuration: workflow({ parameters: branching }),
    given: { 1: '   ' },
    expected: { asked: [], open: 1, problems: { 1: 'MISSING' } },
  },
  {
    name: 'answer of invisible characters counts as missing',
    configuration: workflow({ parameters: branching }),
    given: { 1: 'Konto', 3: '\u200b\u2060\u3164' },
    expected: { asked: [1], open: 3, problems: { 3: 'MISSING' } },
  },
  {
    name: 'answer to a question of the other branch',
    configuration: workflow({ parameters: branching }),
    given: { 1: 'Konto', 2: 'HP', 3: 'x' },
    expected: { asked: [1, 3], problems: { 2: 'NOT_ASKED' } },
  },
  {
    name: 'answer to an unknown question',
    configuration: workflow({ parameters: branching }),
    given: { 1: 'Konto', 3: 'x', 99: 'y' },
    expected: { asked: [1, 3], problems: { 99: 'UNKNOWN_PARAMETER' } },
  },
  {
    name: 'inactive and system-controlled questions are not asked and accept no answer',
    configuration: workflow({
      parameters: [
        parameterOf(1, 'TEXT', { isActive: false }),
        parameterOf(2, 'TEXT', { parameterStage: 'SYSTEM_CONTROLLED' }),
        parameterOf(3, 'TEXT', { parameterStage: 'ALWAYS' }),
      ],
    }),
    given: { 1: 'a', 2: 'b', 3: 'c' },
    expected: { asked: [3], problems: { 1: 'UNKNOWN_PARAMETER', 2: 'UNKNOWN_PARAMETER' } },
  },
  {
    name: 'dependency on a question that is never asked: only NOT_EXISTS is met',
    configuration: workflow({
      parameters: [
        parameterOf(1, 'TEXT', { isActive: false }),
        parameterOf(2, 'TEXT', { dependencies: [[1, 'NOT_EXISTS', null]] }),
        parameterOf(3, 'TEXT', { dependencies: [[1, 'NOT_EQUALS', 'x']] }),
      ],
    }),
    given: { 2: 'a' },
    expected: accepted([2], { 2: 'a' }),
  },
  {
    name: 'questions are asked by sort order, then id',
    configuration: workflow({
      parameters: [
        parameterOf(3, 'TEXT', { sortOrder: 1 }),
        parameterOf(1, 'TEXT', { sortOrder: 2 }),
        parameterOf(2, 'TEXT', { sortOrder: 1 }),
      ],
    }),
    given: { 1: 'a', 2: 'b', 3: 'c' },
    expected: accepted([2, 3, 1], { 1: 'a', 2: 'b', 3: 'c' }),
  },
  {
    name: 'answer stays valid although a later answer closes its question',
    configuration: workflow({
      parameters: [
        parameterOf(1, 'TEXT', { dependencies: [[2, 'NOT_EXISTS', null]] }),
        parameterOf(2, 'TEXT'),
      ],
    }),
    given: { 1: 'a', 2: 'b' },
    expected: accepted([1, 2], { 1: 'a', 2: 'b' }),
  },
];

const byKind = { id: 1, parameterId: 1, conditionType: 'EQUALS' as const, conditionValue: 'Konto' };
const kinds = [parameterOf(1, 'DICTIONARY', { values: ['Sprzęt', 'Konto'] })];

const placementVectors: DecisionVector[] = [
  {
    name: 'start transition with the lowest priority order, then the lowest id; never an inactive one',
    configuration: workflow({
      parameters: kinds,
      statuses: [statusOf(1, 'INITIAL'), statusOf(2, 'INITIAL')],
      transitions: [
        transitionOf(9, null, 1, { priorityOrder: 1 }),
        transitionOf(8, null, 2, { priorityOrder: 1, targetGroupId: 5 }),
        transitionOf(1, null, 1, { isActive: false }),
        transitionOf(2, null, 1, { parameterConditions: [byKind] }),
      ],
    }),
    given: { 1: 'Sprzęt' },
    expected: {
      asked: [1],
      values: { 1: 'Sprzęt' },
      placement: { statusId: 2, transitionId: 8, targetGroupId: 5 },
      offered: [],
    },
  },
  {
    name: 'without a start transition, the oldest INITIAL status',
    configuration: workflow({
      parameters: kinds,
      statuses: [
        statusOf(1, 'FINAL', { createdAt: '2020-01-01T00:00:00.000Z' }),
        statusOf(2, 'INITIAL', { createdAt: '2022-01-01T00:00:00.000Z' }),
        statusOf(3, 'INITIAL', { createdAt: '2021-01-01T00:00:00.000Z' }),
      ],
      transitions: [transitionOf(1, null, 2, { parameterConditions: [byKind] })],
    }),
    given: { 1: 'Sprzęt' },
    expected: {
      asked: [1],
      values: { 1: 'Sprzęt' },
      placement: { statusId: 3, transitionId: null, targetGroupId: null },
      offered: [],
    },
  },
  {
    name: 'no placement without an INITIAL status',
    configuration: workflow({ statuses: [statusOf(1, 'FINAL')] }),
    given: {},
    expected: { asked: [], values: {}, placement: null },
  },
  {
    name: 'offered transitions: active, from this status, all conditions met; by priority order, then id',
    configuration: workflow({
      parameters: kinds,
      statuses: [statusOf(1, 'INITIAL'), statusOf(2, 'INTERMEDIATE'), statusOf(3, 'FINAL')],
      transitions: [
        transitionOf(5, 1, 2, { priorityOrder: 2 }),
        transitionOf(4, 1, 3, { priorityOrder: 2 }),
        transitionOf(6, 1, 2, { executorGroupIds: [5, 6] }),
        transitionOf(7, 1, 3, { isActive: false }),
        transitionOf(8, 2, 3),
        transitionOf(9, 1, 3, { parameterConditions: [byKind] }),
        transitionOf(10, 1, 1, {
          priorityOrder: 3,
          parameterConditions: [
            { ...byKind, conditionType: 'NOT_EQUALS' },
            { ...byKind, conditionType: 'EXISTS' },
          ],
        }),
      ],
    }),
    given: { 1: 'Sprzęt' },
    expected: {
      asked: [1],
      values: { 1: 'Sprzęt' },
      placement: oldestInitial,
      offered: [
        { id: 6, reasons: ['EXECUTOR_GROUP_REQUIRED'] },
        { id: 4, reasons: [] },
        { id: 5, reasons: [] },
        { id: 10, reasons: [] },
      ],
    },
  },
];

/** Cases beyond the table of types and conditions. */
export const handWrittenVectors: readonly DecisionVector[] = [...wizardVectors, ...placementVectors];
