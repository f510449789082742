import type { FieldError, Language, saveStatusTransitionSchema } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import type { InTimeZone } from '@obieg/workflow-rules';
import type * as z from 'zod';
import { type MessageKey, translate } from '../messages/server-messages';
import { conditionErrors, defaultErrors } from '../model/conditions';
import type { Configuration } from '../model/configuration.model';

export type TransitionInput = z.output<typeof saveStatusTransitionSchema>;

const statusErrors = (
  { statuses }: Configuration,
  language: Language,
  { fromStatusId, toStatusId }: TransitionInput,
): FieldError[] => {
  const error = (field: string, key: MessageKey) => [{ field, message: translate(language, key) }];
  const to = statuses.find(({ id }) => id === toStatusId);
  const isStart = fromStatusId == null;
  return [
    ...(to ? [] : error('toStatusId', 'toStatusMissing')),
    ...(to && isStart && to.statusType !== 'INITIAL' ? error('toStatusId', 'toStatusNotInitial') : []),
    ...(isStart || statuses.some(({ id }) => id === fromStatusId)
      ? []
      : error('fromStatusId', 'statusUnknown')),
  ];
};

const groupErrors = (
  groupIds: ReadonlySet<number>,
  language: Language,
  { targetGroupId, executorGroupIds }: TransitionInput,
): FieldError[] => {
  const error = (field: string) => ({ field, message: translate(language, 'groupUnknown') });
  return [
    ...(targetGroupId == null || groupIds.has(targetGroupId) ? [] : [error('targetGroupId')]),
    ...executorGroupIds.flatMap((id, index) =>
      groupIds.has(id) ? [] : [error(`executorGroupIds.${index}`)],
    ),
  ];
};

const rowErrors = (
  { parameters, timeZone }: Configuration & InTimeZone,
  language: Language,
  { parameterConditions, requiredParameters }: TransitionInput,
): FieldError[] => {
  const known = new Map(parameters.map((parameter) => [parameter.id, parameter]));
  const unknown = (field: string) => ({ field, message: translate(language, 'parameterUnknown') });
  const seen = new Set<number>();
  return [
    ...parameterConditions.flatMap((condition, index) => {
      const row = `parameterConditions.${index}`;
      const parameter = known.get(condition.parameterId);
      return parameter
        ? conditionErrors({ language, timeZone }, `${row}.conditionValue`, parameter, condition)
        : [unknown(`${row}.parameterId`)];
    }),
    ...requiredParameters.flatMap(({ parameterId, defaultValue }, index) => {
      const row = `requiredParameters.${index}`;
      const parameter = known.get(parameterId);
      if (!parameter) return [unknown(`${row}.parameterId`)];
      if (seen.size === seen.add(parameterId).size)
        return [{ field: `${row}.parameterId`, message: translate(language, 'duplicateRequired') }];
      return defaultErrors({ language, timeZone }, `${row}.defaultValue`, parameter, defaultValue);
    }),
  ];
};

const findApproved = ({ statuses }: Configuration, id: number | undefined) =>
  statuses.find(
    ({ approval }) =>
      id !== undefined && (approval?.approvedTransitionId === id || approval?.rejectedTransitionId === id),
  );

/** The transitions of an approval leave its status. */
const approvalErrors = (
  before: Configuration,
  language: Language,
  { fromStatusId }: TransitionInput,
  id: number | undefined,
): FieldError[] => {
  const status = findApproved(before, id);
  if (!status || status.id === fromStatusId) return [];
  const message = translate(language, 'approvalNeedsFromStatus', { status: status.name });
  return [{ field: 'fromStatusId', message }];
};

/** Checks that no approval decides by the transition. @throws 409 IN_USE */
export const checkUnused = (before: Configuration, language: Language, id: number): void => {
  const status = findApproved(before, id);
  if (status)
    throw problem.conflict(
      'IN_USE',
      translate(language, 'transitionInUse', {
        uses: translate(language, 'usedByApproval', { names: `"${status.name}"` }),
      }),
    );
};

/**
 * Checks whether a transition may be saved (spec 2 §4, §5): its references exist, a new task starts in an INITIAL
 * status, values fit their parameters. @throws 422 by row
 */
export const checkTransition = (
  before: Configuration & InTimeZone,
  language: Language,
  groupIds: ReadonlySet<number>,
  input: TransitionInput,
  id?: number,
): void => {
  const problems = [
    ...statusErrors(before, language, input),
    ...approvalErrors(before, language, input, id),
    ...groupErrors(groupIds, language, input),
    ...rowErrors(before, language, input),
  ];
  if (problems.length > 0) throw problem.validation(problems);
};
