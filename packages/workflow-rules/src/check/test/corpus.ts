import {
  type CheckedGroup,
  type ConditionType,
  type FindingCode,
  findingCodes,
  type Target,
  type WorkflowConfiguration,
  type WorkflowScenario,
} from '@obieg/contracts';
import { parameterOf, statusOf, transitionOf } from '../../vectors.builders';

/** A workflow of the corpus with the findings that it must have, as `CODE kind:id`. */
export interface CorpusCase {
  name: string;
  configuration: WorkflowConfiguration;
  groups: readonly CheckedGroup[];
  scenarios: readonly WorkflowScenario[];
  expected: readonly string[];
}

const [it, hr] = [1, 2];
const groups: CheckedGroup[] = [
  { id: it, name: 'IT', hasExecutors: true },
  { id: hr, name: 'Kadry', hasExecutors: false },
];

const on = (parameterId: number, conditionType: ConditionType, conditionValue: string | null = null) => ({
  id: 1,
  parameterId,
  conditionType,
  conditionValue,
});
const required = (parameterId: number, isMandatory = true, defaultValue: string | null = null) => ({
  id: 1,
  parameterId,
  isMandatory,
  defaultValue,
});
const [kind, model, urgent, resolution] = [1, 2, 3, 4];
const [fresh, working, waiting, done] = [1, 2, 3, 4];

/** A sound complaints desk that uses every feature. */
export const soundWorkflow = (): WorkflowConfiguration => ({
  organizationId: 1,
  parameters: [
    parameterOf(kind, 'DICTIONARY', { values: ['Sprzęt', 'Konto'] }),
    parameterOf(model, 'TEXT', { dependencies: [[kind, 'EQUALS', 'Sprzęt']] }),
    parameterOf(urgent, 'BOOLEAN'),
    parameterOf(resolution, 'DICTIONARY', {
      values: ['Naprawione', 'Odrzucone'],
      parameterStage: 'SYSTEM_CONTROLLED',
    }),
  ],
  statuses: [
    statusOf(fresh, 'INITIAL'),
    statusOf(working, 'INTERMEDIATE'),
    statusOf(waiting, 'INTERMEDIATE'),
    statusOf(done, 'FINAL'),
  ],
  transitions: [
    transitionOf(1, null, fresh, {
      parameterConditions: [on(kind, 'EQUALS', 'Sprzęt')],
      targetGroupId: it,
    }),
    transitionOf(2, null, fresh, { priorityOrder: 100 }),
    transitionOf(3, fresh, working, { executorGroupIds: [it] }),
    transitionOf(4, working, waiting, { parameterConditions: [on(urgent, 'EQUALS', 'false')] }),
    transitionOf(5, waiting, working),
    transitionOf(6, working, done, { requiredParameters: [required(resolution)] }),
    transitionOf(7, done, working, { parameterConditions: [on(resolution, 'NOT_EQUALS', 'Odrzucone')] }),
  ],
  targets: soundTargets(),
});

/** Targets of the sound workflow: until the first reply, and from the work on until the end. */
const soundTargets = (): Target[] => {
  const common = { isActive: true, priorities: [], conditions: [], calendarId: 1, minutes: 60 };
  return [
    {
      ...common,
      id: 1,
      metric: 'Odpowiedź',
      sortOrder: 0,
      start: { event: 'CREATED' },
      end: { event: 'FIRST_REPLY' },
      pausedStatusIds: [waiting],
    },
    {
      ...common,
      id: 2,
      metric: 'Rozwiązanie',
      sortOrder: 1,
      start: { statusIds: [working] },
      end: { event: 'FINISHED' },
      pausedStatusIds: [],
    },
  ];
};

type Change = (workflow: WorkflowConfiguration) => void;
type Fault = [name: string, change: Change, expected: readonly `${FindingCode} ${string}`[]];

const find = <T extends { id: number }>(entities: readonly T[], id: number): T => {
  const found = entities.find((one) => one.id === id);
  if (!found) throw new Error(`No entity ${id}`);
  return found;
};
const parameter = ({ parameters }: WorkflowConfiguration, id: number) => find(parameters, id);
const transition = ({ transitions }: WorkflowConfiguration, id: number) => find(transitions, id);
const target = ({ targets = [] }: WorkflowConfiguration, id: number) => find(targets, id);
const remove = (workflow: WorkflowConfiguration, ...ids: number[]): void => {
  workflow.transitions = workflow.transitions.filter(({ id }) => !ids.includes(id));
};

/** Lets a group decide how tasks leave the status `waiting`. */
const approve = (workflow: WorkflowConfiguration, more: object = {}): void => {
  workflow.transitions.push(transitionOf(8, waiting, done));
  find(workflow.statuses, waiting).approval = {
    approverGroupIds: [it],
    quorum: 'ANY',
    isAuthorExcluded: true,
    approvedTransitionId: 5,
    rejectedTransitionId: 8,
    ...more,
  };
};

/** One mistake each, made in the sound workflow. */
const faults: Fault[] = [
  [
    'no INITIAL status',
    (workflow) => {
      find(workflow.statuses, fresh).statusType = 'INTERMEDIATE';
      remove(workflow, 1, 2, 3);
      workflow.transitions.push(transitionOf(9, fresh, working));
    },
    [
      'NO_INITIAL_STATUS status:null',
      ...[fresh, working, waiting, done].map((id) => `STATUS_UNREACHABLE status:${id}` as const),
      ...[1, 2].map((id) => `TARGET_NEVER_STARTS target:${id}` as const),
    ],
  ],
  [
    'all start transitions removed',
    (workflow) => remove(workflow, 1, 2),
    ['NO_ACTIVE_START transition:null'],
  ],
  [
    'all start transitions inactive',
    (workflow) => {
      for (const id of [1, 2]) transition(workflow, id).isActive = false;
    },
    ['NO_ACTIVE_START transition:null'],
  ],
  [
    'a second INITIAL status that nothing starts in',
    (workflow) => {
      workflow.statuses.push(statusOf(5, 'INITIAL'));
      workflow.transitions.push(transitionOf(9, 5, done));
    },
    ['STATUS_UNREACHABLE status:5'],
  ],
  [
    'a status that only an inactive transition reaches',
    (workflow) => {
      transition(workflow, 4).isActive = false;
    },
    ['STATUS_UNREACHABLE status:3'],
  ],
  ['a status without exit', (workflow) => remove(workflow, 5), ['STATUS_DEAD_END status:3']],
  [
    'a status whose only exit leads to itself',
    (workflow) => {
      transition(workflow, 5).toStatusId = waiting;
    },
    ['STATUS_DEAD_END status:3'],
  ],
  [
    'a circle without FINAL',
    (workflow) => {
      remove(workflow, 6, 7);
      workflow.targets = [];
    },
    [
      'FINAL_UNREACHABLE status:1',
      'FINAL_UNREACHABLE status:2',
      'FINAL_UNREACHABLE status:3',
      'STATUS_UNREACHABLE status:4',
    ],
  ],
  [
    'contradictory conditions',
    (workflow) => {
      transition(workflow, 7).parameterConditions = [
        on(kind, 'EQUALS', 'Sprzęt'),
        on(kind, 'EQUALS', 'Konto'),
      ];
    },
    ['TRANSITION_NEVER_OFFERED transition:7'],
  ],
  [
    'conditions that the dependencies of questions exclude',
    (workflow) => {
      transition(workflow, 7).parameterConditions = [on(kind, 'EQUALS', 'Konto'), on(model, 'EXISTS')];
    },
    ['TRANSITION_NEVER_OFFERED transition:7'],
  ],
  [
    'a condition on an answer that is given later',
    (workflow) => {
      transition(workflow, 7).parameterConditions = [];
      transition(workflow, 4).parameterConditions = [on(resolution, 'EQUALS', 'Naprawione')];
      remove(workflow, 7);
    },
    ['STATUS_UNREACHABLE status:3', 'TRANSITION_NEVER_OFFERED transition:4'],
  ],
  [
    'a start before all others',
    (workflow) => {
      transition(workflow, 2).priorityOrder = 0;
      transition(workflow, 1).priorityOrder = 1;
    },
    ['TRANSITION_SHADOWED transition:1'],
  ],
  [
    'two starts that together leave nothing for the third',
    (workflow) => {
      workflow.transitions.push(
        transitionOf(9, null, fresh, {
          priorityOrder: 1,
          parameterConditions: [on(kind, 'EQUALS', 'Konto')],
        }),
      );
    },
    ['TRANSITION_SHADOWED transition:2'],
  ],
  [
    'a condition on every way out of the first status',
    (workflow) => {
      transition(workflow, 3).parameterConditions = [on(kind, 'EQUALS', 'Konto')];
    },
    ['NEW_TASKS_STUCK status:1'],
  ],
  [
    'an executor group without members',
    (workflow) => {
      transition(workflow, 3).executorGroupIds = [hr];
    },
    ['EXECUTORS_EMPTY transition:3'],
  ],
  [
    'a target group without members',
    (workflow) => {
      transition(workflow, 1).targetGroupId = hr;
    },
    ['TARGET_GROUP_EMPTY transition:1'],
  ],
  [
    'a required parameter that is inactive',
    (workflow) => {
      parameter(workflow, resolution).isActive = false;
      remove(workflow, 7);
    },
    ['REQUIRED_PARAMETER_INACTIVE transition:6'],
  ],
  [
    'a required parameter without values',
    (workflow) => {
      for (const value of parameter(workflow, resolution).dictionaryValues) value.isActive = false;
      remove(workflow, 7);
    },
    ['REQUIRED_VALUE_IMPOSSIBLE transition:6'],
  ],
  [
    'a question without values',
    (workflow) => {
      workflow.parameters.push(parameterOf(5, 'DICTIONARY', { values: ['-Stare'] }));
    },
    ['REQUIRED_VALUE_IMPOSSIBLE parameter:5'],
  ],
  [
    'a question with contradictory dependencies',
    (workflow) => {
      workflow.parameters.push(
        parameterOf(5, 'TEXT', {
          dependencies: [
            [kind, 'EQUALS', 'Konto'],
            [model, 'EXISTS', null],
          ],
        }),
      );
    },
    ['QUESTION_UNREACHABLE parameter:5'],
  ],
  [
    'a question that depends on one that is never asked',
    (workflow) => {
      workflow.parameters.push(parameterOf(5, 'TEXT', { dependencies: [[resolution, 'EXISTS', null]] }));
    },
    ['QUESTION_UNREACHABLE parameter:5'],
  ],
  [
    'a question that is only asked while one before it has no answer',
    (workflow) => {
      workflow.parameters.push(parameterOf(5, 'TEXT', { dependencies: [[kind, 'NOT_EXISTS', null]] }));
    },
    ['QUESTION_UNREACHABLE parameter:5'],
  ],
  [
    'a question before its parent',
    (workflow) => {
      parameter(workflow, model).sortOrder = 0;
    },
    ['QUESTION_BEFORE_PARENT parameter:2'],
  ],
  [
    'a dependency on an inactive parameter',
    (workflow) => {
      workflow.parameters.push(
        parameterOf(5, 'TEXT', { isActive: false }),
        parameterOf(6, 'TEXT', { dependencies: [[5, 'NOT_EXISTS', null]] }),
      );
    },
    ['CONDITION_ON_INACTIVE parameter:6'],
  ],
  [
    'a condition on an inactive parameter',
    (workflow) => {
      workflow.parameters.push(parameterOf(5, 'TEXT', { isActive: false }));
      transition(workflow, 5).parameterConditions = [on(5, 'NOT_EXISTS')];
    },
    ['CONDITION_ON_INACTIVE transition:5'],
  ],
  [
    'a condition on a retired value',
    (workflow) => {
      parameter(workflow, resolution).dictionaryValues.push({
        id: 49,
        value: 'Zamknięte',
        sortOrder: 9,
        isActive: false,
      });
      transition(workflow, 7).parameterConditions = [on(resolution, 'NOT_EQUALS', 'Zamknięte')];
    },
    ['CONDITION_ON_RETIRED_VALUE transition:7'],
  ],
  [
    'a default value that is retired',
    (workflow) => {
      parameter(workflow, kind).defaultValue = 'Stare';
    },
    ['DEFAULT_VALUE_INVALID parameter:1'],
  ],
  [
    'a default value of a required parameter that is retired',
    (workflow) => {
      transition(workflow, 6).requiredParameters = [required(resolution, true, 'Stare')];
    },
    ['DEFAULT_VALUE_INVALID transition:6'],
  ],
  ['an approval by a sound group', (workflow) => approve(workflow), []],
  [
    'an approval by a group without members',
    (workflow) => approve(workflow, { approverGroupIds: [hr] }),
    ['APPROVAL_WITHOUT_APPROVERS status:3'],
  ],
  [
    'an approval without groups',
    (workflow) => approve(workflow, { approverGroupIds: [] }),
    ['APPROVAL_WITHOUT_APPROVERS status:3'],
  ],
  [
    'an approval whose rejection has no transition',
    (workflow) => approve(workflow, { rejectedTransitionId: 99 }),
    ['APPROVAL_STUCK status:3'],
  ],
  [
    'an approval whose rejection leaves another status',
    (workflow) => approve(workflow, { rejectedTransitionId: 6 }),
    ['APPROVAL_STUCK status:3'],
  ],
  [
    'an approval with an inactive transition',
    (workflow) => {
      approve(workflow);
      transition(workflow, 8).isActive = false;
    },
    ['APPROVAL_STUCK status:3'],
  ],
  [
    'an approval with a transition that some tasks are not offered',
    (workflow) => {
      approve(workflow);
      transition(workflow, 8).parameterConditions = [on(kind, 'EQUALS', 'Konto')];
    },
    ['APPROVAL_STUCK status:3'],
  ],
  [
    'an approval with a transition that requires an answer',
    (workflow) => {
      approve(workflow);
      transition(workflow, 8).requiredParameters = [required(resolution)];
    },
    ['APPROVAL_STUCK status:3'],
  ],
  [
    'an approval with a transition that requires an answer and has its default',
    (workflow) => {
      approve(workflow);
      transition(workflow, 8).requiredParameters = [required(resolution, true, 'Naprawione')];
    },
    [],
  ],
  [
    'a target whose conditions no task meets',
    (workflow) => {
      target(workflow, 1).conditions = [
        { parameterId: kind, conditionType: 'EQUALS', conditionValue: 'Konto' },
        { parameterId: model, conditionType: 'EXISTS', conditionValue: null },
      ];
    },
    ['TARGET_NEVER_STARTS target:1'],
  ],
  [
    'a target that starts in a status that no task reaches',
    (workflow) => {
      transition(workflow, 4).isActive = false;
      target(workflow, 2).start = { statusIds: [waiting] };
    },
    ['STATUS_UNREACHABLE status:3', 'TARGET_NEVER_STARTS target:2'],
  ],
  [
    'a target that is paused everywhere',
    (workflow) => {
      target(workflow, 1).pausedStatusIds = [fresh, working, waiting, done];
    },
    ['TARGET_NEVER_STARTS target:1'],
  ],
  [
    'a target that ends in a status that no task reaches after its start',
    (workflow) => {
      target(workflow, 2).end = { statusIds: [fresh] };
    },
    ['TARGET_NEVER_ENDS target:2'],
  ],
  [
    'a target that ends with tasks that never finish',
    (workflow) => remove(workflow, 6, 7),
    [
      'FINAL_UNREACHABLE status:1',
      'FINAL_UNREACHABLE status:2',
      'FINAL_UNREACHABLE status:3',
      'STATUS_UNREACHABLE status:4',
      'TARGET_NEVER_ENDS target:2',
    ],
  ],
];

export const soundScenario: WorkflowScenario = {
  id: 1,
  name: 'Awaria drukarki',
  answers: { [kind]: 'Sprzęt', [model]: 'X1', [urgent]: 'true' },
  expectedQuestionIds: [kind, model, urgent],
  expectedStatusId: fresh,
  expectedGroupId: it,
};

/** Changes of the workflow or the scenario that break the scenario, and what the message must name. */
export const scenarioFaults: [name: string, scenario: Partial<WorkflowScenario>, difference: RegExp][] = [
  [
    'another first status',
    { expectedStatusId: working },
    /first status: expected “Status 2”, got “Status 1”/,
  ],
  ['another group', { expectedGroupId: null }, /group: expected none, got “IT”/],
  ['one more question', { expectedQuestionIds: [kind, urgent] }, / – also asked: “Pytanie 2”\.$/],
  ['a question less', { expectedQuestionIds: [kind, model, urgent, 99] }, / – not asked: “#99”\.$/],
  [
    'another order',
    { expectedQuestionIds: [kind, urgent, model] },
    / – another order of questions from “Pytanie 2”\.$/,
  ],
  ['a missing answer', { answers: { [kind]: 'Sprzęt' } }, /the answers are not accepted/],
  [
    'a question that is not asked',
    { answers: { [kind]: 'Konto', [model]: 'x', [urgent]: 'true' } },
    /not accepted/,
  ],
];

/** A mistake that no seeded fault covers has no case in the corpus. */
export const corpus: CorpusCase[] = faults.map(([name, change, expected]) => {
  const configuration = soundWorkflow();
  change(configuration);
  return { name, configuration, groups, scenarios: [], expected: [...expected].sort() };
});

export const soundGroups = groups;
export const codesOfCorpus = findingCodes.filter((code) => code !== 'SCENARIO_BROKEN');
