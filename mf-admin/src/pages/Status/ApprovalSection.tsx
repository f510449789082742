import { groupPathOf, sortByPath } from '@obieg/contracts/group-path';
import { CheckboxField, NumberField, Text } from '@obieg/ui';
import { CheckboxList, FieldPair } from '@obieg/ui/lists';
import { Controller, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useGroupList } from '../../api/groups.api';
import { useTransitionList } from '../../api/transitions.api';
import { ChoiceField } from '../../forms/ChoiceField';
import { useAdminMessages } from '../../i18n/messages';
import { quorumKinds, type StatusFormValues } from './status-form';

/** A message of the schema is a key; one of the server is a text. */
const useErrorText = () => {
  const t = useAdminMessages();
  return (message: string | undefined): string | undefined =>
    message?.startsWith('status.approval.') ? t(message as 'status.approval.groupsRequired') : message;
};

const ApprovalFields = ({ statusId }: { statusId: number }) => {
  const t = useAdminMessages();
  const textOf = useErrorText();
  const { control, register } = useFormContext<StatusFormValues>();
  const { errors } = useFormState({ control });
  const quorumKind = useWatch({ control, name: 'quorumKind' });
  const { data: groups = [] } = useGroupList();
  const { data: transitions = [] } = useTransitionList();
  const options = transitions
    .filter(({ fromStatusId }) => fromStatusId === statusId)
    .map(({ id, name, toStatusName }) => ({ value: String(id), label: `${name} → ${toStatusName}` }));
  return (
    <>
      {options.length < 2 ? (
        <Text size="small" muted>
          {t('status.approval.twoTransitions')}
        </Text>
      ) : null}
      <Controller
        control={control}
        name="approverGroupIds"
        render={({ field: { value, onChange } }) => (
          <CheckboxList
            legend={t('status.approval.groups')}
            help={t('status.approval.groupsHelp')}
            error={textOf(errors.approverGroupIds?.message)}
            options={sortByPath(groups).map((group) => ({ value: group.id, label: groupPathOf(group) }))}
            value={value}
            onChange={onChange}
          />
        )}
      />
      <FieldPair>
        <ChoiceField
          control={control}
          name="quorumKind"
          label={t('status.approval.quorum')}
          options={quorumKinds.map((kind) => ({ value: kind, label: t(`status.approval.quorums.${kind}`) }))}
        />
        {quorumKind === 'NUMBER' ? (
          <NumberField
            {...register('quorumNumber')}
            label={t('status.approval.number')}
            min={1}
            step={1}
            error={textOf(errors.quorumNumber?.message)}
          />
        ) : null}
      </FieldPair>
      <CheckboxField
        {...register('isAuthorExcluded')}
        label={t('status.approval.authorExcluded')}
        help={t('status.approval.authorExcludedHelp')}
      />
      <FieldPair>
        {(['approvedTransitionId', 'rejectedTransitionId'] as const).map((name) => (
          <ChoiceField
            key={name}
            control={control}
            name={name}
            label={t(`status.approval.${name}`)}
            placeholder={t('status.approval.chooseTransition')}
            error={textOf(errors[name]?.message)}
            options={options}
          />
        ))}
      </FieldPair>
    </>
  );
};

/** The approval of a saved status: who decides, and by which transitions tasks leave it. */
export const ApprovalSection = ({ statusId }: { statusId: number }) => {
  const t = useAdminMessages();
  const { control, register } = useFormContext<StatusFormValues>();
  const hasApproval = useWatch({ control, name: 'hasApproval' });
  return (
    <fieldset>
      <legend>{t('status.approval.title')}</legend>
      <CheckboxField
        {...register('hasApproval')}
        label={t('status.approval.has')}
        help={t('status.approval.hasHelp')}
      />
      {hasApproval ? <ApprovalFields statusId={statusId} /> : null}
    </fieldset>
  );
};
