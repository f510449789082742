import type { ConditionType, ParameterType, StatusType, WorkflowConfiguration } from '@obieg/contracts';

type Parameter = WorkflowConfiguration['parameters'][number];
type Transition = WorkflowConfiguration['transitions'][number];

const createdAt = '2026-01-01T00:00:00.000Z';

interface ParameterSketch extends Partial<Pick<Parameter, 'parameterStage' | 'isActive' | 'sortOrder'>> {
  /** Dictionary values. A leading minus marks a retired one. */
  values?: readonly string[];
  dependencies?: readonly [parent: number, type: ConditionType, value: string | null][];
}

/** Builds an active TEXT parameter of the questionnaire. */
export const buildParameter = (id: number, more: Partial<Parameter> = {}): Parameter => ({
  id,
  parameterName: `p${id}`,
  displayName: `Pytanie ${id}`,
  description: null,
  parameterType: 'TEXT',
  parameterStage: 'REGISTRATION',
  sortOrder: id,
  isActive: true,
  defaultValue: null,
  createdAt,
  dictionaryValues: [],
  dependencies: [],
  ...more,
});

export const parameterOf = (
  id: number,
  parameterType: ParameterType,
  { values = [], dependencies = [], ...more }: ParameterSketch = {},
): Parameter =>
  buildParameter(id, {
    parameterType,
    dictionaryValues: values.map((value, index) => ({
      id: id * 100 + index,
      value: value.replace(/^-/, ''),
      sortOrder: index,
      isActive: !value.startsWith('-'),
    })),
    dependencies: dependencies.map(([parentParameterId, conditionType, conditionValue], index) => ({
      id: id * 100 + index,
      parentParameterId,
      conditionType,
      conditionValue,
    })),
    ...more,
  });

export const statusOf = (
  id: number,
  statusType: StatusType,
  more: { createdAt?: string } = {},
): WorkflowConfiguration['statuses'][number] => ({
  id,
  name: `Status ${id}`,
  statusType,
  createdAt,
  ...more,
});

export const transitionOf = (
  id: number,
  fromStatusId: number | null,
  toStatusId: number,
  more: Partial<Transition> = {},
): Transition => ({
  id,
  name: `Przejście ${id}`,
  description: null,
  fromStatusId,
  toStatusId,
  targetGroupId: null,
  priorityOrder: 0,
  isActive: true,
  executorGroupIds: [],
  parameterConditions: [],
  requiredParameters: [],
  ...more,
});
