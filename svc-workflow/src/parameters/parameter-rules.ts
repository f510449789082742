import type {
  FieldError,
  Language,
  orderWorkflowParametersSchema,
  saveWorkflowParameterSchema,
  WorkflowParameter,
} from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import { hasCycle, type InTimeZone, inAskingOrder, listAwaitedIds } from '@obieg/workflow-rules';
import type * as z from 'zod';
import { translate } from '../messages/server-messages';
import { conditionErrors, defaultErrors } from '../model/conditions';
import type { Configuration } from '../model/configuration.model';
import { isSameName } from '../model/names';
import { checkUsesStayValid } from './parameter-uses';

export type ParameterInput = z.output<typeof saveWorkflowParameterSchema>;
export type OrderInput = z.output<typeof orderWorkflowParametersSchema>;

type Dependency = ParameterInput['dependencies'][number];

/** Whether a dependency on `parentId` would close a cycle. */
const closesCycle = ({ parameters }: Configuration, ownId: number, parentId: number): boolean => {
  const edges = new Map(
    parameters.map(({ id, dependencies }) => [
      id,
      dependencies.map(({ parentParameterId }) => parentParameterId),
    ]),
  );
  return hasCycle(edges.set(ownId, [parentId]), ownId);
};

const dependencyErrors =
  (before: Configuration & InTimeZone, language: Language, ownId: number | undefined) =>
  (dependency: Dependency, index: number): FieldError[] => {
    const { parentParameterId } = dependency;
    const field = `dependencies.${index}.parentParameterId`;
    if (parentParameterId === ownId) return [{ field, message: translate(language, 'parentIsSelf') }];
    const parent = before.parameters.find(({ id }) => id === parentParameterId);
    if (!parent) return [{ field, message: translate(language, 'parentMissing') }];
    if (ownId !== undefined && closesCycle(before, ownId, parentParameterId))
      return [
        { field, message: translate(language, 'dependencyCycle', { parent: `"${parent.displayName}"` }) },
      ];
    const { timeZone } = before;
    return conditionErrors(
      { language, timeZone },
      `dependencies.${index}.conditionValue`,
      parent,
      dependency,
    );
  };

const dictionaryErrors = (
  language: Language,
  { parameterType, dictionaryValues, isActive }: ParameterInput,
): FieldError[] => {
  if (parameterType !== 'DICTIONARY') return [];
  const field = 'dictionaryValues';
  if (dictionaryValues.length === 0) return [{ field, message: translate(language, 'valuesMissing') }];
  if (isActive && !dictionaryValues.some((entry) => entry.isActive))
    return [{ field, message: translate(language, 'activeValuesMissing') }];
  const seen = new Set<string>();
  return dictionaryValues.flatMap(({ value }, index) => {
    const isNew = seen.size < seen.add(value).size;
    return isNew
      ? []
      : [{ field: `${field}.${index}.value`, message: translate(language, 'duplicateValue') }];
  });
};

const checkName = (
  { parameters }: Configuration,
  language: Language,
  { parameterName }: ParameterInput,
  ownId: number | undefined,
): void => {
  if (!parameters.some((other) => other.id !== ownId && isSameName(other.parameterName, parameterName)))
    return;
  const message = translate(language, 'parameterNameTaken');
  throw problem.conflict('NAME_TAKEN', message, [{ field: 'parameterName', message }]);
};

/**
 * Checks whether a parameter may be saved (spec 2 §5).
 * @param renamed `before` with the values that the save renames
 * @throws 422 by row, 409 NAME_TAKEN, 409 IN_USE if conditions on it would become invalid
 */
export const checkParameter = (
  before: Configuration & InTimeZone,
  renamed: Configuration,
  language: Language,
  input: ParameterInput,
  ownId?: number,
): void => {
  const problems = [
    ...dictionaryErrors(language, input),
    ...defaultErrors({ language, timeZone: before.timeZone }, 'defaultValue', input, input.defaultValue),
    ...input.dependencies.flatMap(dependencyErrors(before, language, ownId)),
  ];
  if (problems.length > 0) throw problem.validation(problems);
  checkName(before, language, input, ownId);
  const own = before.parameters.find(({ id }) => id === ownId);
  if (own) checkUsesStayValid({ ...renamed, timeZone: before.timeZone }, language, own, input);
};

/** An order of 10,000 parameters can have a problem at each. */
const reportedProblemsMax = 100;

/** Reports the first items of a list that are wrong. */
const describeIds = (
  parameterIds: readonly number[],
  isWrong: (id: number) => boolean,
  message: string,
): FieldError[] => {
  const problems: FieldError[] = [];
  for (const [index, id] of parameterIds.entries()) {
    if (isWrong(id)) problems.push({ field: `parameterIds.${index}`, message });
    if (problems.length === reportedProblemsMax) break;
  }
  return problems;
};

/** Call it before the transaction: a long list of equal ids is not worth one. @throws 422 */
export const checkDistinct = (language: Language, { parameterIds }: OrderInput): void => {
  const seen = new Set<number>();
  const isRepeated = (id: number): boolean => seen.size === seen.add(id).size;
  const problems = describeIds(parameterIds, isRepeated, translate(language, 'duplicateInOrder'));
  if (problems.length > 0) throw problem.validation(problems);
};

/** @throws 422 for an unknown parameter, 409 if one is missing */
export const checkOrder = (
  { parameters }: Configuration,
  language: Language,
  { parameterIds, movedId }: OrderInput,
): void => {
  const known = new Set(parameters.map(({ id }) => id));
  const seen = new Set(parameterIds);
  const problems = describeIds(parameterIds, (id) => !known.has(id), translate(language, 'unknownInOrder'));
  if (movedId !== undefined && !seen.has(movedId))
    problems.push({ field: 'movedId', message: translate(language, 'unknownInOrder') });
  if (problems.length > 0) throw problem.validation(problems);
  if (seen.size < known.size) throw problem.conflict('CONFLICT', translate(language, 'orderStale'));
};

/**
 * Checks that nobody has changed the order since the caller saw it. The wanted order is one that the caller has saved
 * already. @throws 412
 */
export const checkExpectedOrder = (
  { parameters }: Configuration,
  language: Language,
  { parameterIds, expectedOrder }: OrderInput,
): void => {
  const present = inAskingOrder(parameters).map(({ id }) => id);
  const isPresent = (order: readonly number[]): boolean =>
    order.length === present.length && order.every((id, place) => id === present[place]);
  if (expectedOrder === undefined || isPresent(expectedOrder) || isPresent(parameterIds)) return;
  throw problem.preconditionFailed(translate(language, 'orderChanged'));
};

/** @throws 422 if a parameter precedes one whose answer it awaits, so that the questionnaire asks it later */
export const checkAskable = (ordered: readonly WorkflowParameter[], language: Language): void => {
  const later = new Map(ordered.map((parameter) => [parameter.id, parameter]));
  for (const [index, parameter] of ordered.entries()) {
    later.delete(parameter.id);
    const awaited = listAwaitedIds(parameter).flatMap((id) => later.get(id) ?? [])[0];
    if (!awaited) continue;
    const names = { parameter: parameter.displayName, awaited: awaited.displayName };
    throw problem.validation([
      { field: `parameterIds.${index}`, message: translate(language, 'askedLater', names) },
    ]);
  }
};
