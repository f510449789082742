import {
  codeNameMessages,
  defaultTimeZone,
  type Organization,
  type SaveOrganization,
  saveOrganizationSchema,
} from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Button, Form, TextField } from '@obieg/ui';
import type { Revision } from '@obieg/ui/conflicts';
import { isPreconditionFailed } from '@obieg/web-kit';
import { useState } from 'react';
import { loadOrganization } from '../../api/organizations.api';
import { ChoiceField } from '../../forms/ChoiceField';
import { FormConflict } from '../../forms/FormConflict';
import { findFieldProblems } from '../../forms/field-problems';
import { RestoredForm } from '../../forms/RestoredForm';
import { useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { ChangeAddressDialog } from './ChangeAddressDialog';
import classes from './organizations.module.css';

interface OrganizationFormProps {
  organization?: Organization;
  submitLabel: string;
  /** Rejects with ApiError. */
  onSave: (input: SaveOrganization, etag: string | undefined) => Promise<void>;
  /** Called unless the fields show the errors. */
  onFailure: (error: unknown) => void;
  onCancel?: () => void;
  /** Focuses the first field on mount. */
  autoFocus?: boolean;
}

/** Returns the message key for an invalid code name (spec 1 §5). */
const getCodeNameProblem = (message: string | undefined, value: string): string => {
  if (value === '') return 'organizations.codeNameRequired';
  return message === codeNameMessages.start
    ? 'organizations.codeNameStart'
    : 'organizations.codeNameCharacters';
};

const findProblems = (error: unknown) =>
  findFieldProblems<SaveOrganization>(error, { name: 'field', codeName: 'field', timeZone: 'field' });

type OrganizationValues = SaveOrganization & { timeZone: string };

const toValues = ({
  name = '',
  codeName = '',
  timeZone = defaultTimeZone,
}: Partial<Organization> = {}): OrganizationValues => ({ name, codeName, timeZone });

const loadRevision = async (id: number): Promise<Revision<SaveOrganization>> => {
  const { entity, etag } = await loadOrganization(id);
  return { values: toValues(entity), etag };
};

/** Includes the present zone, whose name this browser may not know. */
const listTimeZones = (present: string): string[] =>
  [...new Set([present, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();

export const OrganizationForm = ({
  organization,
  submitLabel,
  onSave,
  onFailure,
  onCancel,
  autoFocus = false,
}: OrganizationFormProps) => {
  const t = useAdminMessages();
  const [newCodeName, setNewCodeName] = useState<string>();
  const { timeZone } = toValues(organization);
  const reportAndThrow = (error: unknown): never => {
    if (!isPreconditionFailed(error) && findProblems(error).length === 0) onFailure(error);
    throw error;
  };
  const save = (input: SaveOrganization, { etag }: Revision<SaveOrganization>): Promise<void> =>
    onSave(input, etag).catch(reportAndThrow);
  const form = useSaveForm({
    schema: saveOrganizationSchema,
    mode: 'onChange',
    defaultValues: toValues(organization),
    draftName: `organization/${organization?.id ?? 'new'}`,
    versioning: organization && {
      etag: organization.revision === undefined ? undefined : `"${organization.revision}"`,
      load: () => loadRevision(organization.id).catch(reportAndThrow),
      fields: {
        name: { label: t('organizations.name') },
        codeName: { label: t('organizations.codeName') },
        timeZone: { label: t('organizations.timeZone') },
      },
    },
    findFieldProblems: findProblems,
    send: async (input, base) => {
      if (organization && input.codeName !== base.values.codeName) setNewCodeName(input.codeName);
      else await save(input, base);
    },
  });
  const { register, formState, getValues, control } = form.form;
  const { errors, isValid } = formState;
  const getProblem = (field: keyof SaveOrganization): string | undefined => {
    const problem = errors[field];
    if (!problem) return undefined;
    if (problem.type === 'server') return problem.message;
    if (field === 'name') return t('organizations.nameRequired');
    if (field === 'timeZone') return t('organizations.timeZoneRequired');
    return t(getCodeNameProblem(problem.message, getValues('codeName')));
  };
  return (
    <Form {...form.formProps}>
      <RestoredForm form={form} />
      {form.joined.change ? <FormConflict form={form} /> : null}
      <div className={classes['fields']}>
        <TextField
          {...register('name')}
          label={t('organizations.name')}
          autoFocus={autoFocus}
          error={getProblem('name')}
          maxLength={limits.organizationNameMaxLength}
        />
        <TextField
          {...register('codeName')}
          label={t('organizations.codeName')}
          error={getProblem('codeName')}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.organizationCodeNameMaxLength}
        />
        <ChoiceField
          control={control}
          name="timeZone"
          label={t('organizations.timeZone')}
          error={getProblem('timeZone')}
          options={listTimeZones(timeZone).map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
        />
      </div>
      <div className={classes['actions']}>
        {onCancel ? (
          <Button onClick={onCancel} disabled={form.isSaving}>
            {t('organizations.cancel')}
          </Button>
        ) : null}
        <Button type="submit" variant="primary" disabled={!isValid || form.isSaving}>
          {submitLabel}
        </Button>
      </div>
      {organization ? (
        <ChangeAddressDialog
          organization={organization}
          newCodeName={newCodeName}
          onConfirm={() => {
            setNewCodeName(undefined);
            void form.submit({ send: save });
          }}
          onCancel={() => setNewCodeName(undefined)}
        />
      ) : null}
    </Form>
  );
};
