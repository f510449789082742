import { type SaveWorkflowStatus, statusTypes, type WorkflowStatus } from '@obieg/contracts';
import { Card, LinkButton, Text, TextField } from '@obieg/ui';
import { isApiError } from '@obieg/web-kit';
import { type ClipboardEvent, useState } from 'react';
import { ChoiceField } from '../../forms/ChoiceField';
import type { FieldProblem } from '../../forms/field-problems';
import { readLines } from '../../forms/read-lines';
import { useAdminMessages } from '../../i18n/messages';
import { EntityForm } from '../../workflow-entities/EntityForm';
import type { EntityFormProps } from '../../workflow-entities/entity-kind';
import { useEntityForm } from '../../workflow-entities/use-entity-form';
import { ApprovalSection } from './ApprovalSection';
import {
  approvalFieldNames,
  newStatusFormSchema,
  type StatusFormValues,
  statusFormSchema,
  statusKind,
  toFormValues,
} from './status-form';
import { useApprovalFields } from './use-approval-fields';

/** The server's field errors of an approval. */
const findApprovalProblems = (error: unknown): FieldProblem<StatusFormValues>[] =>
  isApiError(error)
    ? error.fieldErrors.flatMap(({ field: path, message }) => {
        const [part, field = ''] = path.split('.');
        const known = approvalFieldNames.find((name) => name === field);
        return part === 'approval' && known ? [{ field: known, message }] : [];
      })
    : [];

/** A workflow rarely has two initial statuses; what follows is in progress. */
const suggestType = (previous: SaveWorkflowStatus | undefined): StatusFormValues['statusType'] =>
  previous?.statusType === 'INITIAL' ? 'INTERMEDIATE' : (previous?.statusType ?? '');

/** Creates one status or several, or edits the given one. */
export const StatusForm = ({
  versioned,
  previous,
  refreshFormData,
  ...handlers
}: EntityFormProps<WorkflowStatus, SaveWorkflowStatus>) => {
  const t = useAdminMessages();
  const [otherNames, setOtherNames] = useState<readonly string[]>([]);
  const form = useEntityForm({
    kind: statusKind,
    versioned,
    previous,
    refreshFormData,
    firstField: 'name',
    schema: versioned ? statusFormSchema : newStatusFormSchema,
    defaultValues: versioned
      ? toFormValues(versioned.entity)
      : toFormValues({ name: '', statusType: suggestType(previous), approval: null }),
    toValues: toFormValues,
    fields: {
      name: { label: t('status.name') },
      statusType: { label: t('status.type'), describe: (type) => [t(`statusTypes.${type}`)] },
      ...useApprovalFields(),
    },
    send: async (values, save) => {
      for (const [index, name] of [values.name, ...otherNames].entries()) {
        // What is saved leaves the form, so that a failure keeps only the rest.
        if (index > 0) showNames(otherNames.slice(index - 1));
        await save({ ...values, name });
      }
    },
    findFieldProblems: (error) =>
      isApiError(error) && error.code === 'NAME_TAKEN'
        ? [{ field: 'name', message: 'status.nameTaken' }]
        : findApprovalProblems(error),
  });
  const { register, setValue, control, formState } = form.form;
  const showNames = ([first = '', ...others]: readonly string[]): void => {
    setValue('name', first, { shouldDirty: true });
    setOtherNames(others);
  };
  const pasteNames = (event: ClipboardEvent): void => {
    const names = [...new Set(readLines(event.clipboardData.getData('text')))];
    if (names.length < 2) return;
    event.preventDefault();
    showNames(names);
  };
  return (
    <Card>
      <EntityForm
        form={form}
        failure={{ text: t('status.saveFailed') }}
        cancelPath={statusKind.listPath}
        // No transition can name a new status.
        isNewChecked={false}
        {...handlers}
      >
        <TextField
          {...register('name')}
          label={t('status.name')}
          error={formState.errors.name?.message ? t(formState.errors.name.message) : undefined}
          autoComplete="off"
          help={form.existing ? undefined : t('status.severalHelp')}
          onPaste={form.existing ? undefined : pasteNames}
        />
        {otherNames.length > 0 ? (
          <Text size="small" muted>
            {t('status.several', { names: otherNames.join(', ') })}{' '}
            <LinkButton onClick={() => setOtherNames([])}>{t('status.onlyOne')}</LinkButton>
          </Text>
        ) : null}
        <ChoiceField
          control={control}
          name="statusType"
          label={t('status.type')}
          placeholder={t('status.chooseType')}
          error={formState.errors.statusType && t('status.typeRequired')}
          options={statusTypes.map((type) => ({
            value: type,
            label: `${t(`statusTypes.${type}`)} – ${t(`statusTypeHelp.${type}`)}`,
          }))}
        />
        {form.existing ? <ApprovalSection statusId={form.existing.id} /> : null}
      </EntityForm>
    </Card>
  );
};
