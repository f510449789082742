import { type FieldError, isBlank, type WorkflowFile, weekDays, weekSchema } from '@obieg/contracts';
import { type AnswerType, checkValue } from '@obieg/workflow-rules';
import { type MessageKey, translate } from '../messages/server-messages';
import { describeValueProblem } from '../messages/value-messages';
import { conditionErrors, type ValueContext } from '../model/conditions';
import { foldName } from '../model/names';
import { findCyclicNode } from './find-cycle';
import { findRepeatedNames, indexByName } from './match-names';
import type { FileCalendar, FileParameter, FileTarget, FileTransition } from './to-file';

/** More errors would not help the reader of a response. */
const reportedErrorsMax = 100;

interface FileContext extends ValueContext {
  parameters: ReadonlyMap<string, FileParameter>;
  statuses: ReadonlyMap<string, WorkflowFile['statuses'][number]>;
  /** Paths that name a group, or that the caller has assigned. */
  isKnownGroup(path: string): boolean;
}

const errorAt = ({ language }: FileContext, field: string, key: MessageKey, parts = {}): FieldError => ({
  field,
  message: translate(language, key, parts),
});

const duplicateErrors = (context: FileContext, field: string, names: readonly string[]): FieldError[] =>
  findRepeatedNames(names).map((index) =>
    errorAt(context, `${field}.${index}`, 'duplicateInFile', { name: names[index] ?? '' }),
  );

interface FileCondition {
  parameter: string;
  conditionType: FileParameter['dependencies'][number]['conditionType'];
  conditionValue: string | null;
}

const conditionErrorsAt = (context: FileContext, field: string, condition: FileCondition): FieldError[] => {
  const parameter = context.parameters.get(foldName(condition.parameter));
  if (!parameter)
    return [errorAt(context, `${field}.parameter`, 'parameterNotInFile', { name: condition.parameter })];
  return conditionErrors(context, `${field}.conditionValue`, parameter, condition);
};

/** Retired values count, because a parameter can keep a default value that was retired later. */
const defaultErrorsAt = (
  { language, timeZone }: FileContext,
  field: string,
  parameter: AnswerType,
  value: string | null,
): FieldError[] => {
  if (value === null || isBlank(value)) return [];
  const checked = checkValue(parameter, value, timeZone);
  return checked.isValid ? [] : [{ field, message: describeValueProblem(language, checked.problem) }];
};

const valueErrors = (context: FileContext, field: string, parameter: FileParameter): FieldError[] => {
  const { parameterType, dictionaryValues, isActive } = parameter;
  const at = `${field}.dictionaryValues`;
  if (parameterType !== 'DICTIONARY')
    return dictionaryValues.length > 0 ? [errorAt(context, at, 'valuesWithoutDictionary')] : [];
  if (dictionaryValues.length === 0) return [errorAt(context, at, 'valuesMissing')];
  if (isActive && !dictionaryValues.some((entry) => entry.isActive))
    return [errorAt(context, at, 'activeValuesMissing')];
  const seen = new Set<string>();
  return dictionaryValues.flatMap(({ value }, index) =>
    seen.size < seen.add(value).size ? [] : [errorAt(context, `${at}.${index}.value`, 'duplicateValue')],
  );
};

const parameterErrors = (context: FileContext, parameter: FileParameter, index: number): FieldError[] => {
  const field = `file.parameters.${index}`;
  return [
    ...valueErrors(context, field, parameter),
    ...defaultErrorsAt(context, `${field}.defaultValue`, parameter, parameter.defaultValue),
    ...parameter.dependencies.flatMap((dependency, at) =>
      conditionErrorsAt(context, `${field}.dependencies.${at}`, dependency),
    ),
  ];
};

const cycleErrors = (context: FileContext, parameters: readonly FileParameter[]): FieldError[] => {
  const indexes = new Map(parameters.map(({ parameterName }, index) => [foldName(parameterName), index]));
  const edges = new Map(
    parameters.map(({ dependencies }, index) => [
      index,
      dependencies.flatMap(({ parameter }) => indexes.get(foldName(parameter)) ?? []),
    ]),
  );
  const index = findCyclicNode(edges);
  return index === undefined
    ? []
    : [errorAt(context, `file.parameters.${index}.dependencies`, 'cycleInFile')];
};

const groupErrors = (
  context: FileContext,
  groups: readonly { field: string; path: string | null }[],
): FieldError[] =>
  groups.flatMap(({ field, path }) =>
    path === null || context.isKnownGroup(path) ? [] : [errorAt(context, field, 'groupNotFound', { path })],
  );

const statusErrors = (context: FileContext, field: string, transition: FileTransition): FieldError[] => {
  const { fromStatus, toStatus } = transition;
  const find = (name: string) => context.statuses.get(foldName(name));
  const unknown = (at: string, name: string) =>
    find(name) ? [] : [errorAt(context, `${field}.${at}`, 'statusNotInFile', { name })];
  if (fromStatus !== null) return [...unknown('fromStatus', fromStatus), ...unknown('toStatus', toStatus)];
  const isStart = find(toStatus)?.statusType === 'INITIAL';
  const missing = unknown('toStatus', toStatus);
  return missing.length > 0 || isStart
    ? missing
    : [errorAt(context, `${field}.toStatus`, 'toStatusNotInitial')];
};

const transitionErrors = (context: FileContext, transition: FileTransition, index: number): FieldError[] => {
  const field = `file.transitions.${index}`;
  const { requiredParameters, parameterConditions, executorGroups, targetGroup } = transition;
  const repeated = new Set(findRepeatedNames(requiredParameters.map(({ parameter }) => parameter)));
  return [
    ...statusErrors(context, field, transition),
    ...groupErrors(context, [
      { field: `${field}.targetGroup`, path: targetGroup },
      ...executorGroups.map((path, at) => ({ field: `${field}.executorGroups.${at}`, path })),
    ]),
    ...parameterConditions.flatMap((condition, at) =>
      conditionErrorsAt(context, `${field}.parameterConditions.${at}`, condition),
    ),
    ...requiredParameters.flatMap(({ parameter: name, defaultValue }, at) => {
      const row = `${field}.requiredParameters.${at}`;
      const parameter = context.parameters.get(foldName(name));
      if (!parameter) return [errorAt(context, `${row}.parameter`, 'parameterNotInFile', { name })];
      if (repeated.has(at)) return [errorAt(context, `${row}.parameter`, 'duplicateRequired')];
      return defaultErrorsAt(context, `${row}.defaultValue`, parameter, defaultValue);
    }),
  ];
};

const approvalErrors = (
  context: FileContext,
  { transitions }: WorkflowFile,
  { name: statusName, approval }: WorkflowFile['statuses'][number],
  index: number,
): FieldError[] => {
  if (!approval) return [];
  const field = `file.statuses.${index}.approval`;
  const isOwn = ({ fromStatus }: FileTransition): boolean =>
    fromStatus !== null && foldName(fromStatus) === foldName(statusName);
  const fields = ['approvedTransition', 'rejectedTransition'] as const;
  const errors = fields.flatMap((at) => {
    const name = approval[at];
    const named = transitions.filter((one) => isOwn(one) && foldName(one.name) === foldName(name));
    const key = named.length === 0 ? 'approvalTransitionNotInFile' : 'approvalTransitionAmbiguous';
    return named.length === 1 ? [] : [errorAt(context, `${field}.${at}`, key, { name })];
  });
  const areEqual = foldName(approval.approvedTransition) === foldName(approval.rejectedTransition);
  return [
    ...groupErrors(
      context,
      approval.approverGroups.map((path, at) => ({ field: `${field}.approverGroups.${at}`, path })),
    ),
    ...errors,
    ...(errors.length === 0 && areEqual
      ? [errorAt(context, `${field}.rejectedTransition`, 'approvalTransitionsEqual')]
      : []),
  ];
};

const scenarioErrors = (
  context: FileContext,
  scenario: WorkflowFile['scenarios'][number],
  index: number,
): FieldError[] => {
  const field = `file.scenarios.${index}`;
  const { answers, expectedQuestions, expectedStatus, expectedGroup } = scenario;
  const unknownParameter = (name: string, at: string) =>
    context.parameters.has(foldName(name)) ? [] : [errorAt(context, at, 'parameterNotInFile', { name })];
  return [
    ...answers.flatMap(({ parameter }, at) =>
      unknownParameter(parameter, `${field}.answers.${at}.parameter`),
    ),
    ...duplicateErrors(
      context,
      `${field}.answers`,
      answers.map(({ parameter }) => parameter),
    ),
    ...expectedQuestions.flatMap((name, at) => unknownParameter(name, `${field}.expectedQuestions.${at}`)),
    ...(context.statuses.has(foldName(expectedStatus))
      ? []
      : [errorAt(context, `${field}.expectedStatus`, 'statusNotInFile', { name: expectedStatus })]),
    ...groupErrors(context, [{ field: `${field}.expectedGroup`, path: expectedGroup }]),
  ];
};

const calendarErrors = (context: FileContext, calendars: readonly FileCalendar[]): FieldError[] => [
  ...duplicateErrors(
    context,
    'file.calendars',
    calendars.map(({ name }) => name),
  ),
  ...calendars.flatMap(({ week }, index) => {
    const spans = week.map(({ day, ...span }) => ({ ...span, day: weekDays.indexOf(day) + 1 }));
    return weekSchema.safeParse(spans).success
      ? []
      : [errorAt(context, `file.calendars.${index}.week`, 'weekInvalid')];
  }),
  ...(calendars.length > 0 && calendars.filter(({ isDefault }) => isDefault).length !== 1
    ? [errorAt(context, 'file.calendars', 'defaultCalendarInFile')]
    : []),
];

const targetErrors = (
  context: FileContext,
  calendars: ReadonlySet<string>,
  target: FileTarget,
  index: number,
): FieldError[] => {
  const field = `file.targets.${index}`;
  const statuses = (at: string, names: readonly string[]): FieldError[] =>
    names.flatMap((name, position) =>
      context.statuses.has(foldName(name))
        ? []
        : [errorAt(context, `${field}.${at}.${position}`, 'statusNotInFile', { name })],
    );
  const moment = (at: 'start' | 'end', event: string | null, names: readonly string[]): FieldError[] =>
    (event === null) === names.length > 0 ? [] : [errorAt(context, `${field}.${at}Event`, 'momentInFile')];
  return [
    ...(calendars.has(foldName(target.calendar))
      ? []
      : [errorAt(context, `${field}.calendar`, 'calendarNotInFile', { name: target.calendar })]),
    ...moment('start', target.startEvent, target.startStatuses),
    ...moment('end', target.endEvent, target.endStatuses),
    ...statuses('startStatuses', target.startStatuses),
    ...statuses('endStatuses', target.endStatuses),
    ...statuses('pausedStatuses', target.pausedStatuses),
    ...target.conditions.flatMap((condition, at) =>
      conditionErrorsAt(context, `${field}.conditions.${at}`, condition),
    ),
  ];
};

/**
 * Lists what forbids an import: repeated names, references to nothing, values that fit no parameter. The schema has
 * checked the shape of the file. @returns at most 100 errors with the place in the file
 */
export const listFileErrors = (
  file: WorkflowFile,
  values: ValueContext,
  isKnownGroup: (path: string) => boolean,
): FieldError[] => {
  const context: FileContext = {
    ...values,
    isKnownGroup,
    parameters: indexByName(file.parameters, ({ parameterName }) => parameterName),
    statuses: indexByName(file.statuses, ({ name }) => name),
  };
  const { calendars = [], targets = [] } = file;
  const calendarNames = new Set(calendars.map(({ name }) => foldName(name)));
  const errors = [
    ...duplicateErrors(
      context,
      'file.parameters',
      file.parameters.map(({ parameterName }) => parameterName),
    ),
    ...duplicateErrors(
      context,
      'file.statuses',
      file.statuses.map(({ name }) => name),
    ),
    ...duplicateErrors(
      context,
      'file.scenarios',
      file.scenarios.map(({ name }) => name),
    ),
    ...file.parameters.flatMap((parameter, index) => parameterErrors(context, parameter, index)),
    ...cycleErrors(context, file.parameters),
    ...file.statuses.flatMap((status, index) => approvalErrors(context, file, status, index)),
    ...file.transitions.flatMap((transition, index) => transitionErrors(context, transition, index)),
    ...file.scenarios.flatMap((scenario, index) => scenarioErrors(context, scenario, index)),
    ...calendarErrors(context, calendars),
    ...targets.flatMap((target, index) => targetErrors(context, calendarNames, target, index)),
  ];
  return errors.slice(0, reportedErrorsMax);
};
