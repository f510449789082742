import type { StatusTransition } from '@obieg/contracts';
import { groupPathOf, sortByPath } from '@obieg/contracts/group-path';
import { limits } from '@obieg/contracts/limits';
import { Card, CheckboxField, NumberField, Text, TextArea } from '@obieg/ui';
import { CheckboxList, FieldPair } from '@obieg/ui/lists';
import { GroupPicker } from '@obieg/ui/overlays';
import { Controller, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { ParameterRows } from '../../conditions/ParameterRows';
import { newConditionRow, newRequirementRow } from '../../conditions/parameter-rows';
import { ChoiceField } from '../../forms/ChoiceField';
import { useAdminMessages } from '../../i18n/messages';
import { NameField } from './NameField';
import classes from './transition.module.css';
import { listTargetStatuses, type TransitionValues } from './transition-form';
import type { TransitionFormData } from './use-form-data';

interface SectionProps {
  formData: TransitionFormData;
  /** The edited transition; undefined for a new one. */
  existing: Pick<StatusTransition, 'id' | 'name'> | undefined;
}

const StatusFields = ({ formData: { statuses } }: SectionProps) => {
  const t = useAdminMessages();
  const { control, setValue } = useFormContext<TransitionValues>();
  const [fromStatusId, toStatusId] = useWatch({ control, name: ['fromStatusId', 'toStatusId'] });
  const targets = listTargetStatuses(statuses, fromStatusId);
  const toOptions = (items: typeof statuses) =>
    items.map(({ id, name }) => ({ value: String(id), label: name }));
  const clearInvalidTarget = (from: string): void => {
    const isValid = listTargetStatuses(statuses, from).some(({ id }) => String(id) === toStatusId);
    if (!isValid) setValue('toStatusId', '', { shouldDirty: true });
  };
  return (
    <div className={classes['statuses']}>
      <FieldPair>
        <ChoiceField
          control={control}
          name="fromStatusId"
          onChosen={clearInvalidTarget}
          label={t('transition.from')}
          placeholder={t('transition.newTask')}
          options={toOptions(statuses)}
        />
        <ChoiceField
          control={control}
          name="toStatusId"
          label={t('transition.to')}
          placeholder={t('transition.chooseStatus')}
          options={toOptions(targets)}
        />
      </FieldPair>
      {fromStatusId === '' ? (
        <Text size="small" muted>
          {t(targets.length > 0 ? 'transition.newTaskHelp' : 'transition.noInitial')}
        </Text>
      ) : null}
    </div>
  );
};

const GroupFields = ({ formData: { groups } }: SectionProps) => {
  const t = useAdminMessages();
  const { control } = useFormContext<TransitionValues>();
  const { errors } = useFormState({ control });
  return (
    <div className={classes['fields']}>
      <Controller
        control={control}
        name="targetGroupId"
        render={({ field: { value, onChange } }) => (
          <GroupPicker
            label={t('transition.targetGroup')}
            help={t('transition.targetGroupHelp')}
            optional={t('optional')}
            placeholder={t('transitions.none')}
            groups={groups}
            value={value}
            onChange={onChange}
            error={errors.targetGroupId?.message}
          />
        )}
      />
      {groups.length > 0 ? (
        <Controller
          control={control}
          name="executorGroupIds"
          render={({ field: { value, onChange } }) => (
            <CheckboxList
              legend={t('transition.executorGroups')}
              help={t('transition.executorGroupsHelp')}
              error={errors.executorGroupIds?.message}
              options={sortByPath(groups).map((group) => ({ value: group.id, label: groupPathOf(group) }))}
              value={value}
              onChange={onChange}
            />
          )}
        />
      ) : (
        <Text size="small" muted>
          {t('transition.noGroups')}
        </Text>
      )}
    </div>
  );
};

const PriorityFields = () => {
  const t = useAdminMessages();
  const { control, register } = useFormContext<TransitionValues>();
  const { errors } = useFormState({ control });
  return (
    <div className={classes['fields']}>
      <div className={classes['stack']}>
        <div className={classes['priority']}>
          <NumberField
            {...register('priorityOrder')}
            label={t('transition.priority')}
            min={0}
            step={1}
            error={errors.priorityOrder?.message}
          />
        </div>
        <Text size="small" muted>
          {t('transition.priorityHelp')}
        </Text>
      </div>
      <CheckboxField
        {...register('isActive')}
        label={t('transition.active')}
        help={t('transition.activeHelp')}
      />
    </div>
  );
};

export const FormSections = (props: SectionProps) => {
  const t = useAdminMessages();
  const { formData, existing } = props;
  const { control, register } = useFormContext<TransitionValues>();
  const { errors } = useFormState({ control });
  return (
    <div className={classes['sections']}>
      <Card>
        <div className={classes['fields']}>
          <NameField error={errors.name?.message} existing={existing} />
          <StatusFields {...props} />
          <TextArea
            {...register('description')}
            label={t('transition.description')}
            error={errors.description?.message}
            optional={t('optional')}
            rows={2}
            maxLength={limits.descriptionMaxLength}
          />
        </div>
      </Card>
      <Card>
        <GroupFields {...props} />
      </Card>
      <Card>
        <ParameterRows
          name="parameterConditions"
          parameters={formData.parameters}
          createRow={() => newConditionRow}
        />
      </Card>
      <Card>
        <ParameterRows
          name="requiredParameters"
          parameters={formData.parameters}
          createRow={() => newRequirementRow}
        />
      </Card>
      <Card>
        <PriorityFields />
      </Card>
    </div>
  );
};
