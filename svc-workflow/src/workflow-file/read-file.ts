import { type WorkflowFile, weekDays } from '@obieg/contracts';
import type { AnswerType } from '@obieg/workflow-rules';
import { normalizeConditionValue, normalizeDefault } from '../model/conditions';
import type { Configuration } from '../model/configuration.model';
import { keepUnnamedTimes } from '../model/keep-times';
import { foldName } from '../model/names';
import { identifyParts, identifyValues, type NewRows } from '../model/new-rows';
import { indexByName } from './match-names';
import type { FileCalendar, FileParameter, FileScenario, FileTarget, FileTransition } from './to-file';

export interface FileReading extends NewRows {
  before: Configuration;
  file: WorkflowFile;
  /** Undefined for a group to leave out. The caller has rejected unknown paths. */
  groupIdOf(path: string): number | undefined;
}

type Parameter = Configuration['parameters'][number];
type Transition = Configuration['transitions'][number];

/** Keeps the numbers of the order if they already put the entries in the order of the file. */
const numberInOrder = (
  existing: readonly ({ id: number; sortOrder: number } | undefined)[],
): readonly number[] => {
  const isInOrder = existing.every((entry, index) => {
    const previous = existing[index - 1];
    if (!entry) return false;
    return (
      !previous ||
      previous.sortOrder < entry.sortOrder ||
      (previous.sortOrder === entry.sortOrder && previous.id < entry.id)
    );
  });
  return existing.map((entry, index) => (isInOrder && entry ? entry.sortOrder : index));
};

const readValues = (
  reading: FileReading,
  stored: Parameter | undefined,
  { dictionaryValues }: FileParameter,
): Parameter['dictionaryValues'] => {
  const known = new Map(stored?.dictionaryValues.map((entry) => [entry.value, entry]));
  const order = numberInOrder(dictionaryValues.map(({ value }) => known.get(value)));
  const numbered = dictionaryValues.map((entry, index) => ({ ...entry, sortOrder: order[index] ?? index }));
  return identifyValues(stored?.dictionaryValues ?? [], numbered, reading);
};

/** A retired value is a valid default, as it can be for a stored parameter. */
const withAllValues = ({ parameterType, dictionaryValues }: FileParameter) => ({
  parameterType,
  dictionaryValues: dictionaryValues.map(({ value }) => ({ value, isActive: true })),
});

/** Parameters of the file with the ids that they get. */
interface Targets {
  parameters: ReadonlyMap<string, AnswerType & { id: number }>;
  statusIds: ReadonlyMap<string, number>;
}

const getTarget = <T>(targets: ReadonlyMap<string, T>, name: string): T => {
  const target = targets.get(foldName(name));
  if (target === undefined) throw new Error(`The checked file has no ${name}`);
  return target;
};

const readCondition = (
  { parameters }: Targets,
  { parameter: name, ...condition }: FileParameter['dependencies'][number],
) => {
  const parameter = getTarget(parameters, name);
  return {
    parameterId: parameter.id,
    conditionType: condition.conditionType,
    conditionValue: normalizeConditionValue(parameter, condition),
  };
};

const readParameters = (reading: FileReading): Parameter[] => {
  const { before, file, takeId, now } = reading;
  const known = indexByName(before.parameters, ({ parameterName }) => parameterName);
  const existing = file.parameters.map(({ parameterName }) => known.get(foldName(parameterName)));
  const order = numberInOrder(existing);
  const ids = existing.map((parameter) => parameter?.id ?? takeId('parameters'));
  const parameters = new Map(
    file.parameters.map((parameter, index) => [
      foldName(parameter.parameterName),
      { ...withAllValues(parameter), id: ids[index] ?? 0 },
    ]),
  );
  return file.parameters.map((parameter, index) => {
    const stored = existing[index];
    const dependencies = parameter.dependencies.map((dependency) => {
      const { parameterId, ...condition } = readCondition({ parameters, statusIds: new Map() }, dependency);
      return { parentParameterId: parameterId, ...condition };
    });
    return {
      id: ids[index] ?? 0,
      parameterName: parameter.parameterName,
      displayName: parameter.displayName,
      description: parameter.description,
      parameterType: parameter.parameterType,
      parameterStage: parameter.parameterStage,
      sortOrder: order[index] ?? index,
      isActive: parameter.isActive,
      defaultValue: normalizeDefault(withAllValues(parameter), parameter.defaultValue),
      createdAt: stored?.createdAt ?? now.toISOString(),
      dictionaryValues: readValues(reading, stored, parameter),
      dependencies: identifyParts(stored?.dependencies ?? [], dependencies, () => takeId('dependencies')),
      revision: 1,
    };
  });
};

/** The age of statuses follows the file: a status that is not younger than the one before it gets a later time. */
const readStatuses = ({ before, file, takeId, now }: FileReading): Configuration['statuses'] => {
  const known = indexByName(before.statuses, ({ name }) => name);
  let previous: { time: number; id: number } | undefined;
  return file.statuses.map(({ name, statusType }) => {
    const stored = known.get(foldName(name));
    const id = stored?.id ?? takeId('statuses');
    const created = stored ? Date.parse(stored.createdAt) : now.getTime();
    const isLater = !previous || created > previous.time || (created === previous.time && id > previous.id);
    const time = isLater || !previous ? created : previous.time + 1;
    previous = { time, id };
    return { id, name, statusType, createdAt: new Date(time).toISOString(), revision: 1 };
  });
};

const readTransition = (
  { takeId, groupIdOf }: FileReading,
  targets: Targets,
  transition: FileTransition,
  { id, stored }: { id: number; stored: Transition | undefined },
): Transition => {
  const conditions = transition.parameterConditions.map((condition) => readCondition(targets, condition));
  const required = transition.requiredParameters.map(({ parameter: name, isMandatory, defaultValue }) => {
    const parameter = getTarget(targets.parameters, name);
    const values = parameter.dictionaryValues.map(({ value }) => ({ value, isActive: true }));
    return {
      parameterId: parameter.id,
      isMandatory,
      defaultValue: normalizeDefault({ ...parameter, dictionaryValues: values }, defaultValue),
    };
  });
  const { fromStatus, toStatus, targetGroup } = transition;
  return {
    id,
    name: transition.name,
    description: transition.description,
    fromStatusId: fromStatus === null ? null : getTarget(targets.statusIds, fromStatus),
    toStatusId: getTarget(targets.statusIds, toStatus),
    targetGroupId: targetGroup === null ? null : (groupIdOf(targetGroup) ?? null),
    priorityOrder: transition.priorityOrder,
    isActive: transition.isActive,
    executorGroupIds: [...new Set(transition.executorGroups.flatMap((path) => groupIdOf(path) ?? []))],
    parameterConditions: identifyParts(stored?.parameterConditions ?? [], conditions, () =>
      takeId('parameter_conditions'),
    ),
    requiredParameters: identifyParts(stored?.requiredParameters ?? [], required, () =>
      takeId('required_parameters'),
    ),
    revision: 1,
  };
};

/** Transitions have no unique name: name and both statuses identify one. */
const keyOfTransition = (name: string, fromStatusId: number | null, toStatusId: number): string =>
  JSON.stringify([foldName(name), fromStatusId, toStatusId]);

/**
 * Reads the transitions. A stored one keeps its id as long as the ids put transitions of equal priority in the order
 * of the file, because the lower id is offered first.
 */
const readTransitions = (reading: FileReading, targets: Targets): Transition[] => {
  const { before, file, takeId } = reading;
  const stored = new Map<string, Transition[]>();
  for (const transition of before.transitions) {
    const key = keyOfTransition(transition.name, transition.fromStatusId, transition.toStatusId);
    const same = stored.get(key);
    if (same) same.push(transition);
    else stored.set(key, [transition]);
  }
  const lastIds = new Map<number, number>();
  return [...file.transitions]
    .sort((one, other) => one.priorityOrder - other.priorityOrder)
    .map((transition) => {
      const { name, fromStatus, toStatus, priorityOrder } = transition;
      const from = fromStatus === null ? null : getTarget(targets.statusIds, fromStatus);
      const key = keyOfTransition(name, from, getTarget(targets.statusIds, toStatus));
      const lastId = lastIds.get(priorityOrder) ?? 0;
      const candidates = stored.get(key) ?? [];
      const match = candidates.findIndex(({ id }) => id > lastId);
      const [kept] = match < 0 ? [] : candidates.splice(match, 1);
      const id = kept?.id ?? takeId('transitions');
      lastIds.set(priorityOrder, id);
      return readTransition(reading, targets, transition, { id, stored: kept });
    });
};

const readScenario = (
  { before, takeId, groupIdOf }: FileReading,
  { parameters, statusIds }: Targets,
  { name, answers, expectedQuestions, expectedStatus, expectedGroup }: FileScenario,
): Configuration['scenarios'][number] => {
  const idOf = (parameter: string): number => getTarget(parameters, parameter).id;
  const stored = before.scenarios.find((scenario) => foldName(scenario.name) === foldName(name));
  return {
    id: stored?.id ?? takeId('workflow_scenarios'),
    name,
    answers: Object.fromEntries(answers.map(({ parameter, value }) => [String(idOf(parameter)), value])),
    expectedQuestionIds: expectedQuestions.map(idOf),
    expectedStatusId: getTarget(statusIds, expectedStatus),
    expectedGroupId: expectedGroup === null ? null : (groupIdOf(expectedGroup) ?? null),
    revision: 1,
  };
};

const readCalendar = (
  { before, takeId }: FileReading,
  { name, isDefault, week, holidays }: FileCalendar,
): Configuration['calendars'][number] => ({
  id: before.calendars.find((own) => foldName(own.name) === foldName(name))?.id ?? takeId('work_calendars'),
  name,
  isDefault,
  week: week.map(({ day, from, to }) => ({ day: weekDays.indexOf(day) + 1, from, to })),
  holidays: [...holidays].sort((one, other) => (one.date < other.date ? -1 : 1)),
  revision: 1,
});

const readMoment = <E>(event: E | null, statusIds: number[]): { event: E } | { statusIds: number[] } =>
  event === null ? { statusIds } : { event };

const readTarget = (
  { takeId }: FileReading,
  targets: Targets,
  calendarIds: ReadonlyMap<string, number>,
  target: FileTarget,
  storedId: number | undefined,
): Configuration['targets'][number] => {
  const idsOf = (names: readonly string[]): number[] => [
    ...new Set(names.map((name) => getTarget(targets.statusIds, name))),
  ];
  return {
    id: storedId ?? takeId('workflow_targets'),
    metric: target.metric,
    isActive: target.isActive,
    sortOrder: target.sortOrder,
    priorities: [...new Set(target.priorities)],
    conditions: target.conditions.map((condition) => readCondition(targets, condition)),
    calendarId: getTarget(calendarIds, target.calendar),
    minutes: target.minutes,
    start: readMoment(target.startEvent, idsOf(target.startStatuses)),
    end: readMoment(target.endEvent, idsOf(target.endStatuses)),
    pausedStatusIds: idsOf(target.pausedStatuses),
    revision: 1,
  };
};

/**
 * Reads the targets. A stored one of the same metric keeps its id as long as the ids put targets of equal sort order in
 * the order of the file.
 */
const readTargets = (
  reading: FileReading,
  targets: Targets,
  calendars: Configuration['calendars'],
): Configuration['targets'] => {
  const calendarIds = new Map(calendars.map(({ id, name }) => [foldName(name), id]));
  const unused = [...reading.before.targets].sort((one, other) => one.id - other.id);
  const lastIds = new Map<number, number>();
  return [...(reading.file.targets ?? [])]
    .sort((one, other) => one.sortOrder - other.sortOrder)
    .map((target) => {
      const lastId = lastIds.get(target.sortOrder) ?? 0;
      const match = unused.findIndex(
        ({ id, metric }) => id > lastId && foldName(metric) === foldName(target.metric),
      );
      const [stored] = match < 0 ? [] : unused.splice(match, 1);
      const read = readTarget(reading, targets, calendarIds, target, stored?.id);
      lastIds.set(target.sortOrder, read.id);
      return read;
    });
};

/** Adds the approvals to the statuses, which the transitions needed. Left-out groups are missing. */
const addApprovals = (
  { file, groupIdOf }: FileReading,
  statuses: Configuration['statuses'],
  transitions: readonly Transition[],
): Configuration['statuses'] =>
  statuses.map((status, index) => {
    const approval = file.statuses[index]?.approval;
    if (!approval) return { ...status, approval: null };
    const idOf = (name: string): number => {
      const found = transitions.find(
        (transition) => transition.fromStatusId === status.id && foldName(transition.name) === foldName(name),
      );
      if (!found) throw new Error(`The checked file has no transition ${name} from ${status.name}`);
      return found.id;
    };
    return {
      ...status,
      approval: {
        approverGroupIds: [...new Set(approval.approverGroups.flatMap((path) => groupIdOf(path) ?? []))],
        quorum: approval.quorum,
        isAuthorExcluded: approval.isAuthorExcluded,
        approvedTransitionId: idOf(approval.approvedTransition),
        rejectedTransitionId: idOf(approval.rejectedTransition),
      },
    };
  });

/**
 * Builds the configuration of a checked file. Entities with the same name keep their ids, so that tasks, answers and
 * histories stay attached.
 */
export const readWorkflowFile = (reading: FileReading): Configuration => {
  const { before, file } = reading;
  const parameters = readParameters(reading);
  const statuses = readStatuses(reading);
  const targets: Targets = {
    parameters: indexByName(parameters, ({ parameterName }) => parameterName),
    statusIds: new Map(statuses.map(({ id, name }) => [foldName(name), id])),
  };
  const transitions = readTransitions(reading, targets);
  const named = {
    organizationId: before.organizationId,
    parameters,
    statuses: addApprovals(reading, statuses, transitions),
    transitions,
    scenarios: file.scenarios.map((scenario) => readScenario(reading, targets, scenario)),
  };
  if (!file.calendars) return keepUnnamedTimes(before, named);
  const calendars = file.calendars.map((calendar) => readCalendar(reading, calendar));
  return { ...named, calendars, targets: readTargets(reading, targets, calendars) };
};
