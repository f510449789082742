import {
  priorities,
  type SaveTarget,
  type Target,
  targetEndEvents,
  targetStartEvents,
} from '@obieg/contracts';
import { Card, CheckboxField, NumberField, Stack, TextField, usePriorityLabels } from '@obieg/ui';
import { type JoinedFields, joinRows, joinSets } from '@obieg/ui/conflicts';
import { CheckboxList, FieldPair } from '@obieg/ui/lists';
import { useMemo } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { ParameterRows } from '../../conditions/ParameterRows';
import { newConditionRow } from '../../conditions/parameter-rows';
import { useRowContext } from '../../conditions/use-row-context';
import { useRowTexts } from '../../conditions/use-row-texts';
import { ChoiceField } from '../../forms/ChoiceField';
import { findFieldProblems } from '../../forms/field-problems';
import { useAdminMessages } from '../../i18n/messages';
import type { TargetData } from '../../targets/use-target-data';
import { useTargetTexts } from '../../targets/use-target-texts';
import { EntityForm } from '../../workflow-entities/EntityForm';
import type { EntityFormProps } from '../../workflow-entities/entity-kind';
import { useEntityForm } from '../../workflow-entities/use-entity-form';
import {
  createDefaultValues,
  createTargetSchema,
  statusMoment,
  type TargetValues,
  targetKind,
  toFormValues,
} from './target-form';

/** How changes of a target are joined and shown. */
const useTargetFields = (data: TargetData): JoinedFields<TargetValues> => {
  const t = useAdminMessages();
  const labels = usePriorityLabels();
  const { describeConditions } = useRowTexts(data.parameters);
  const { nameStatuses } = useTargetTexts(data);
  const describeEvent = (event: string): string[] => [
    event === statusMoment ? t('target.byStatus') : t(`targetEvents.${event}`),
  ];
  const statusSet = (label: string) => ({
    label,
    describe: (ids: number[]) => [nameStatuses(ids)],
    join: joinSets<number>,
    contentOf: (ids: number[]) => [...ids].sort((one, other) => one - other),
  });
  return {
    metric: { label: t('target.metric') },
    isActive: {
      label: t('target.active'),
      describe: (isActive) => [t(isActive ? 'workflowChanges.yes' : 'workflowChanges.no')],
    },
    sortOrder: { label: t('target.order') },
    hours: { label: t('target.hours') },
    minutes: { label: t('target.minutes') },
    calendarId: {
      label: t('target.calendar'),
      describe: (id) => [data.calendars.find((calendar) => String(calendar.id) === id)?.name ?? id],
    },
    priorities: {
      label: t('target.priorities'),
      describe: (names) => names.map((name) => labels[name as keyof typeof labels] ?? name),
      join: joinSets,
      contentOf: (names) => [...names].sort(),
    },
    conditions: {
      label: t('transition.conditions'),
      describe: describeConditions,
      join: joinRows(({ parameterId }) => parameterId),
    },
    startEvent: { label: t('target.start'), describe: describeEvent },
    startStatusIds: statusSet(t('target.startStatuses')),
    endEvent: { label: t('target.end'), describe: describeEvent },
    endStatusIds: statusSet(t('target.endStatuses')),
    pausedStatusIds: statusSet(t('target.paused')),
  };
};

interface StatusesFieldProps {
  name: 'startStatusIds' | 'endStatusIds' | 'pausedStatusIds';
  legend: string;
  help?: string;
  statuses: TargetData['statuses'];
}

const StatusesField = ({ name, statuses, ...texts }: StatusesFieldProps) => {
  const { control } = useFormContext<TargetValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange }, fieldState }) => (
        <CheckboxList
          {...texts}
          error={fieldState.error?.message}
          options={statuses.map((status) => ({ value: status.id, label: status.name }))}
          value={value}
          onChange={onChange}
        />
      )}
    />
  );
};

const MomentFields = ({ statuses }: Pick<TargetData, 'statuses'>) => {
  const t = useAdminMessages();
  const { control } = useFormContext<TargetValues>();
  const [startEvent, endEvent] = useWatch({ control, name: ['startEvent', 'endEvent'] });
  const toOptions = (events: readonly string[]) => [
    ...events.map((event) => ({ value: event, label: t(`targetEvents.${event}`) })),
    { value: statusMoment, label: t('target.byStatus') },
  ];
  return (
    <>
      <FieldPair>
        <ChoiceField
          control={control}
          name="startEvent"
          label={t('target.start')}
          options={toOptions(targetStartEvents)}
        />
        <ChoiceField
          control={control}
          name="endEvent"
          label={t('target.end')}
          options={toOptions(targetEndEvents)}
        />
      </FieldPair>
      {startEvent === statusMoment ? (
        <StatusesField name="startStatusIds" legend={t('target.startStatuses')} statuses={statuses} />
      ) : null}
      {endEvent === statusMoment ? (
        <StatusesField name="endStatusIds" legend={t('target.endStatuses')} statuses={statuses} />
      ) : null}
      <StatusesField
        name="pausedStatusIds"
        legend={t('target.paused')}
        help={t('target.pausedHelp')}
        statuses={statuses}
      />
    </>
  );
};

const fieldNames = {
  metric: 'field',
  calendarId: 'field',
  sortOrder: 'field',
  conditions: { parameterId: 'parameterId', conditionType: 'conditionType', conditionValue: 'value' },
} as const;

/** Creates a target, or edits the given one. */
export const TargetForm = ({
  formData,
  versioned,
  previous,
  refreshFormData,
  ...handlers
}: EntityFormProps<Target, SaveTarget, TargetData>) => {
  const t = useAdminMessages();
  const labels = usePriorityLabels();
  const { calendars, parameters, statuses } = formData;
  const context = useRowContext(parameters);
  const schema = useMemo(() => createTargetSchema(context), [context]);
  const form = useEntityForm({
    kind: targetKind,
    versioned,
    previous,
    refreshFormData,
    firstField: 'metric',
    schema,
    defaultValues: versioned
      ? toFormValues(versioned.entity)
      : createDefaultValues(calendars.find(({ isDefault }) => isDefault)?.id, previous),
    toValues: toFormValues,
    fields: useTargetFields(formData),
    findFieldProblems: (error) => findFieldProblems(error, fieldNames),
  });
  const { register, control, formState } = form.form;
  const { errors } = formState;
  return (
    <EntityForm form={form} failure={{ text: t('target.saveFailed') }} {...handlers}>
      <Card>
        <Stack gap="md">
          <TextField
            {...register('metric')}
            label={t('target.metric')}
            help={t('target.metricHelp')}
            error={errors.metric?.message}
            autoComplete="off"
          />
          <FieldPair>
            <NumberField
              {...register('hours')}
              label={t('target.hours')}
              min={0}
              step={1}
              error={errors.hours?.message}
            />
            <NumberField {...register('minutes')} label={t('target.minutes')} min={0} max={59} step={1} />
          </FieldPair>
          <ChoiceField
            control={control}
            name="calendarId"
            label={t('target.calendar')}
            placeholder={t('target.chooseCalendar')}
            options={calendars.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <MomentFields statuses={statuses} />
        </Stack>
      </Card>
      <Card title={t('target.fits')}>
        <Stack gap="md">
          <Controller
            control={control}
            name="priorities"
            render={({ field: { value, onChange } }) => (
              <CheckboxList
                legend={t('target.priorities')}
                help={t('target.prioritiesHelp')}
                options={priorities.map((one) => ({ value: one, label: labels[one] }))}
                value={value as (typeof priorities)[number][]}
                onChange={onChange}
              />
            )}
          />
          <ParameterRows name="conditions" parameters={parameters} createRow={() => newConditionRow} />
          <NumberField
            {...register('sortOrder')}
            label={t('target.order')}
            help={t('target.orderHelp')}
            min={0}
            step={1}
            error={errors.sortOrder?.message}
          />
          <CheckboxField {...register('isActive')} label={t('target.active')} />
        </Stack>
      </Card>
    </EntityForm>
  );
};
