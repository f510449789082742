import {
  type SaveTarget,
  saveTargetSchema,
  type Target,
  targetEndEvents,
  targetStartEvents,
  type WorkflowParameter,
} from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import * as z from 'zod';
import { loadTarget, useSaveTarget, useTarget } from '../../api/targets.api';
import {
  conditionRowSchema,
  findConditionProblems,
  type Problem,
  type RowContext,
  toCondition,
  toConditionRow,
} from '../../conditions/parameter-rows';
import { isWholeNumber } from '../../forms/whole-number';
import type { EntityKind } from '../../workflow-entities/entity-kind';

/** A moment that is the entering of a status. */
export const statusMoment = 'STATUSES';

/** Form values: ids of dropdowns as text, '' for an empty field. */
const valuesSchema = z.object({
  metric: z.string(),
  isActive: z.boolean(),
  sortOrder: z.string(),
  hours: z.string(),
  minutes: z.string(),
  calendarId: z.string(),
  priorities: z.array(z.string()),
  conditions: z.array(conditionRowSchema),
  startEvent: z.string(),
  startStatusIds: z.array(z.number()),
  endEvent: z.string(),
  endStatusIds: z.array(z.number()),
  pausedStatusIds: z.array(z.number()),
});
export type TargetValues = z.infer<typeof valuesSchema>;

const minutesPerHour = 60;

export const createDefaultValues = (
  calendarId: number | undefined,
  previous: SaveTarget | undefined,
): TargetValues => ({
  metric: previous?.metric ?? '',
  isActive: true,
  sortOrder: String((previous?.sortOrder ?? -1) + 1),
  hours: '4',
  minutes: '0',
  calendarId: String(previous?.calendarId ?? calendarId ?? ''),
  priorities: [],
  conditions: [],
  startEvent: 'CREATED',
  startStatusIds: [],
  endEvent: 'FIRST_REPLY',
  endStatusIds: [],
  pausedStatusIds: previous?.pausedStatusIds ?? [],
});

export const toFormValues = (target: Target): TargetValues => ({
  metric: target.metric,
  isActive: target.isActive,
  sortOrder: String(target.sortOrder),
  hours: String(Math.floor(target.minutes / minutesPerHour)),
  minutes: String(target.minutes % minutesPerHour),
  calendarId: String(target.calendarId),
  priorities: target.priorities,
  conditions: target.conditions.map((condition) => toConditionRow(condition.parameterId, condition)),
  startEvent: target.start.event ?? statusMoment,
  startStatusIds: target.start.statusIds ?? [],
  endEvent: target.end.event ?? statusMoment,
  endStatusIds: target.end.statusIds ?? [],
  pausedStatusIds: target.pausedStatusIds,
});

const countMinutes = ({ hours, minutes }: TargetValues): number =>
  Number(hours) * minutesPerHour + Number(minutes);

function* findProblems(form: TargetValues, context: RowContext): Generator<Problem> {
  const { t } = context;
  if (form.metric.trim() === '') yield { path: ['metric'], message: t('target.metricRequired') };
  else if (form.metric.trim().length > limits.nameMaxLength)
    yield { path: ['metric'], message: t('target.metricTooLong') };
  if (form.calendarId === '') yield { path: ['calendarId'], message: t('target.calendarRequired') };
  if (!isWholeNumber(String(countMinutes(form)), saveTargetSchema.shape.minutes))
    yield { path: ['hours'], message: t('target.timeInvalid') };
  if (!isWholeNumber(form.sortOrder, saveTargetSchema.shape.sortOrder))
    yield { path: ['sortOrder'], message: t('transition.priorityInvalid') };
  for (const moment of ['start', 'end'] as const)
    if (form[`${moment}Event`] === statusMoment && form[`${moment}StatusIds`].length === 0)
      yield { path: [`${moment}StatusIds`], message: t('target.statusesRequired') };
  yield* findConditionProblems('conditions', form.conditions, context);
}

const buildRequest = (form: TargetValues, parameters: readonly WorkflowParameter[]): SaveTarget => {
  const { data: startEvent } = z.enum(targetStartEvents).safeParse(form.startEvent);
  const { data: endEvent } = z.enum(targetEndEvents).safeParse(form.endEvent);
  return {
    metric: form.metric.trim(),
    isActive: form.isActive,
    sortOrder: Number(form.sortOrder),
    priorities: form.priorities as NonNullable<SaveTarget['priorities']>,
    conditions: form.conditions.map((condition) => ({
      parameterId: Number(condition.parameterId),
      ...toCondition(parameters, condition),
    })),
    calendarId: Number(form.calendarId),
    minutes: countMinutes(form),
    start: startEvent ? { event: startEvent } : { statusIds: form.startStatusIds },
    end: endEvent ? { event: endEvent } : { statusIds: form.endStatusIds },
    pausedStatusIds: form.pausedStatusIds,
  };
};

/** Creates the schema that validates the form and returns the request body. */
export const createTargetSchema = (context: RowContext) =>
  valuesSchema
    .superRefine((form, { addIssue }) => {
      for (const { path, message } of findProblems(form, context))
        addIssue({ code: 'custom', path, message });
    })
    .transform((form) => buildRequest(form, context.parameters));

export const targetKind: EntityKind<Target, SaveTarget> = {
  name: 'target',
  listTexts: 'targets',
  listPath: '/targets',
  titles: { create: 'target.new', view: 'target.view', edit: 'target.edit' },
  getLabel: ({ metric }) => metric,
  useOne: useTarget,
  useSave: useSaveTarget,
  load: loadTarget,
};
