import { type WorkflowFile, weekDays, workflowFileFormat } from '@obieg/contracts';
import { checkConditionValue, checkValue } from '@obieg/workflow-rules';
import type { Configuration } from '../model/configuration.model';
import type { GroupPaths } from './group-paths';

type FileOf<Part extends Exclude<keyof WorkflowFile, 'format'>> = NonNullable<WorkflowFile[Part]>[number];
export type FileParameter = FileOf<'parameters'>;
/** An approval of null stands for none, so that comparisons see its removal. */
export type FileStatus = FileOf<'statuses'>;
export type FileTransition = FileOf<'transitions'>;
export type FileScenario = FileOf<'scenarios'>;
export type FileCalendar = FileOf<'calendars'>;
export type FileTarget = FileOf<'targets'>;

/** Entities of a configuration by id, as they appear in a file. Maps keep the order of the file. */
export interface NamedConfiguration {
  parameters: ReadonlyMap<number, FileParameter>;
  statuses: ReadonlyMap<number, FileStatus>;
  transitions: ReadonlyMap<number, FileTransition>;
  scenarios: ReadonlyMap<number, FileScenario>;
  calendars: ReadonlyMap<number, FileCalendar>;
  targets: ReadonlyMap<number, FileTarget>;
}

type Parameter = Configuration['parameters'][number];

/** Values stored by an earlier version can have another form than an import would store. */
const normalizeAnswer = (parameter: Parameter | undefined, value: string | null): string | null => {
  if (value === null || !parameter) return value;
  const checked = checkValue(parameter, value);
  return checked.isValid ? checked.value : value;
};

const createNaming = ({ parameters, statuses, calendars }: Configuration, paths: GroupPaths) => {
  const parametersById = new Map(parameters.map((parameter) => [parameter.id, parameter]));
  const statusNames = new Map(statuses.map(({ id, name }) => [id, name]));
  const calendarNames = new Map(calendars.map(({ id, name }) => [id, name]));
  return {
    calendar: (id: number): string => calendarNames.get(id) ?? '',
    parameter: (id: number): string => parametersById.get(id)?.parameterName ?? '',
    status: (id: number): string => statusNames.get(id) ?? '',
    /** The path of a group that does not exist any more is unknown if no revision has named it. */
    group: (id: number): string => paths.get(id) ?? `\\${id}`,
    condition: (
      parameterId: number,
      {
        conditionType,
        conditionValue,
      }: Pick<Parameter['dependencies'][number], 'conditionType' | 'conditionValue'>,
    ) => {
      const parameter = parametersById.get(parameterId);
      const checked = parameter && checkConditionValue(parameter, { conditionType, conditionValue });
      return {
        parameter: parameter?.parameterName ?? '',
        conditionType,
        conditionValue: checked?.isValid ? checked.conditionValue : conditionValue,
      };
    },
    answer: (parameterId: number, value: string | null) =>
      normalizeAnswer(parametersById.get(parameterId), value),
  };
};
type Naming = ReturnType<typeof createNaming>;

const nameParameter = (naming: Naming, parameter: Parameter): FileParameter => ({
  parameterName: parameter.parameterName,
  displayName: parameter.displayName,
  description: parameter.description,
  parameterType: parameter.parameterType,
  parameterStage: parameter.parameterStage,
  isActive: parameter.isActive,
  defaultValue: normalizeAnswer(parameter, parameter.defaultValue),
  dictionaryValues: parameter.dictionaryValues.map(({ value, isActive }) => ({ value, isActive })),
  dependencies: parameter.dependencies.map(({ parentParameterId, ...condition }) =>
    naming.condition(parentParameterId, condition),
  ),
});

const nameTransition = (
  naming: Naming,
  transition: Configuration['transitions'][number],
): FileTransition => ({
  name: transition.name,
  description: transition.description,
  fromStatus: transition.fromStatusId === null ? null : naming.status(transition.fromStatusId),
  toStatus: naming.status(transition.toStatusId),
  targetGroup: transition.targetGroupId === null ? null : naming.group(transition.targetGroupId),
  priorityOrder: transition.priorityOrder,
  isActive: transition.isActive,
  executorGroups: transition.executorGroupIds.map(naming.group),
  parameterConditions: transition.parameterConditions.map(({ parameterId, ...condition }) =>
    naming.condition(parameterId, condition),
  ),
  requiredParameters: transition.requiredParameters.map(({ parameterId, isMandatory, defaultValue }) => ({
    parameter: naming.parameter(parameterId),
    isMandatory,
    defaultValue: naming.answer(parameterId, defaultValue),
  })),
});

const nameStatus = (
  naming: Naming,
  transitionNames: ReadonlyMap<number, string>,
  { name, statusType, approval }: Configuration['statuses'][number],
): FileStatus => ({
  name,
  statusType,
  approval: approval
    ? {
        approverGroups: approval.approverGroupIds.map(naming.group),
        quorum: approval.quorum,
        isAuthorExcluded: approval.isAuthorExcluded,
        approvedTransition: transitionNames.get(approval.approvedTransitionId) ?? '',
        rejectedTransition: transitionNames.get(approval.rejectedTransitionId) ?? '',
      }
    : null,
});

const nameScenario = (naming: Naming, scenario: Configuration['scenarios'][number]): FileScenario => ({
  name: scenario.name,
  answers: Object.entries(scenario.answers)
    .map(([id, value]) => ({ parameter: naming.parameter(Number(id)), value }))
    .filter(({ parameter }) => parameter !== '')
    .sort((one, other) => (one.parameter < other.parameter ? -1 : 1)),
  expectedQuestions: scenario.expectedQuestionIds.map(naming.parameter).filter((name) => name !== ''),
  expectedStatus: naming.status(scenario.expectedStatusId),
  expectedGroup: scenario.expectedGroupId === null ? null : naming.group(scenario.expectedGroupId),
});

/** Holidays by date; the spans of the week in their order. */
const nameCalendar = ({
  name,
  isDefault,
  week,
  holidays,
}: Configuration['calendars'][number]): FileCalendar => ({
  name,
  isDefault,
  week: week.map(({ day, from, to }) => ({ day: weekDays[day - 1] ?? 'MONDAY', from, to })),
  holidays: holidays.map(({ date, name: holiday }) => ({ date, name: holiday })),
});

const nameTarget = (naming: Naming, target: Configuration['targets'][number]): FileTarget => ({
  metric: target.metric,
  isActive: target.isActive,
  sortOrder: target.sortOrder,
  priorities: target.priorities,
  conditions: target.conditions.map(({ parameterId, ...condition }) =>
    naming.condition(parameterId, condition),
  ),
  calendar: naming.calendar(target.calendarId),
  minutes: target.minutes,
  startEvent: target.start.event ?? null,
  startStatuses: (target.start.statusIds ?? []).map(naming.status),
  endEvent: target.end.event ?? null,
  endStatuses: (target.end.statusIds ?? []).map(naming.status),
  pausedStatuses: target.pausedStatusIds.map(naming.status),
});

const toMap = <T extends { id: number }, F>(entities: readonly T[], name: (entity: T) => F): Map<number, F> =>
  new Map(entities.map((entity) => [entity.id, name(entity)]));

/** Statuses by age: new tasks start in the oldest INITIAL one if no transition places them. */
const byAge = (one: { createdAt: string; id: number }, other: { createdAt: string; id: number }): number =>
  one.createdAt.localeCompare(other.createdAt) || one.id - other.id;

/** By code units, so that the order does not depend on a locale. Their order has no meaning. */
const byName = (one: { name: string }, other: { name: string }): number => (one.name < other.name ? -1 : 1);

/** Replaces the ids of a configuration by names. */
export const nameConfiguration = (configuration: Configuration, paths: GroupPaths): NamedConfiguration => {
  const naming = createNaming(configuration, paths);
  const transitionNames = new Map(configuration.transitions.map(({ id, name }) => [id, name]));
  return {
    parameters: toMap(configuration.parameters, (parameter) => nameParameter(naming, parameter)),
    statuses: toMap([...configuration.statuses].sort(byAge), (status) =>
      nameStatus(naming, transitionNames, status),
    ),
    transitions: toMap(configuration.transitions, (transition) => nameTransition(naming, transition)),
    scenarios: toMap([...configuration.scenarios].sort(byName), (scenario) => nameScenario(naming, scenario)),
    calendars: toMap([...configuration.calendars].sort(byName), nameCalendar),
    targets: toMap(configuration.targets, (target) => nameTarget(naming, target)),
  };
};

/** Builds the file of a configuration. The order of keys is the order of the exported text. */
export const toWorkflowFile = (configuration: Configuration, paths: GroupPaths): WorkflowFile => {
  const named = nameConfiguration(configuration, paths);
  return {
    format: workflowFileFormat,
    parameters: [...named.parameters.values()],
    statuses: [...named.statuses.values()].map(({ approval, ...status }) =>
      approval ? { ...status, approval } : status,
    ),
    transitions: [...named.transitions.values()],
    scenarios: [...named.scenarios.values()],
    calendars: [...named.calendars.values()],
    targets: [...named.targets.values()],
  };
};

/** Two exports of one configuration are equal byte for byte. */
export const printWorkflowFile = (file: WorkflowFile): string => `${JSON.stringify(file, null, 2)}\n`;
