import { type FieldError, type Language, type saveTargetSchema, targetsMax } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import type { InTimeZone } from '@obieg/workflow-rules';
import type * as z from 'zod';
import { translate } from '../messages/server-messages';
import { conditionErrors } from '../model/conditions';
import type { Configuration } from '../model/configuration.model';

export type TargetInput = z.output<typeof saveTargetSchema>;

/** The ids of a moment that is a status; none for an event. */
const statusIdsOf = (moment: TargetInput['start'] | TargetInput['end']): readonly number[] =>
  'statusIds' in moment ? moment.statusIds : [];

const statusErrors = (
  { statuses }: Configuration,
  language: Language,
  { start, end, pausedStatusIds }: TargetInput,
): FieldError[] => {
  const known = new Set(statuses.map(({ id }) => id));
  const check = (field: string, ids: readonly number[]): FieldError[] =>
    ids.flatMap((id, index) =>
      known.has(id) ? [] : [{ field: `${field}.${index}`, message: translate(language, 'statusUnknown') }],
    );
  return [
    ...check('start.statusIds', statusIdsOf(start)),
    ...check('end.statusIds', statusIdsOf(end)),
    ...check('pausedStatusIds', pausedStatusIds),
  ];
};

const rowErrors = (
  { parameters, timeZone }: Configuration & InTimeZone,
  language: Language,
  { conditions }: TargetInput,
): FieldError[] => {
  const known = new Map(parameters.map((parameter) => [parameter.id, parameter]));
  return conditions.flatMap((condition, index) => {
    const row = `conditions.${index}`;
    const parameter = known.get(condition.parameterId);
    return parameter
      ? conditionErrors({ language, timeZone }, `${row}.conditionValue`, parameter, condition)
      : [{ field: `${row}.parameterId`, message: translate(language, 'parameterUnknown') }];
  });
};

/** Checks whether a target may be saved. @throws 422 by field, 409 if there are too many */
export const checkTarget = (
  before: Configuration & InTimeZone,
  language: Language,
  input: TargetInput,
  ownId?: number,
): void => {
  const problems = [
    ...(before.calendars.some(({ id }) => id === input.calendarId)
      ? []
      : [{ field: 'calendarId', message: translate(language, 'calendarUnknown') }]),
    ...statusErrors(before, language, input),
    ...rowErrors(before, language, input),
  ];
  if (problems.length > 0) throw problem.validation(problems.slice(0, 100));
  if (ownId === undefined && before.targets.length >= targetsMax)
    throw problem.conflict('CONFLICT', translate(language, 'tooManyTargets', { max: targetsMax }));
};
