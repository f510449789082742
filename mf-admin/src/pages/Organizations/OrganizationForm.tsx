import { zodResolver } from '@hookform/resolvers/zod';
import {
  codeNameMessages,
  defaultTimeZone,
  type Organization,
  type SaveOrganization,
  saveOrganizationSchema,
} from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Button, Form, SelectField, TextField } from '@obieg/ui';
import { isApiError } from '@obieg/web-kit';
import { useForm, useWatch } from 'react-hook-form';
import { useAdminMessages } from '../../i18n/messages';
import classes from './organizations.module.css';

interface OrganizationFormProps {
  organization?: Organization;
  submitLabel: string;
  /** Rejects with ApiError. */
  onSave: (input: SaveOrganization) => Promise<void>;
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

const formFields = ['name', 'codeName', 'timeZone'] as const;
type FormField = (typeof formFields)[number];
const isFormField = (field: string): field is FormField => formFields.some((one) => one === field);

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
  const { timeZone = defaultTimeZone } = organization ?? {};
  const { register, handleSubmit, formState, getValues, setError, control } = useForm({
    resolver: zodResolver(saveOrganizationSchema),
    mode: 'onChange',
    defaultValues: { name: organization?.name ?? '', codeName: organization?.codeName ?? '', timeZone },
  });
  const chosenTimeZone = useWatch({ control, name: 'timeZone' });
  const { errors, isValid, isSubmitting } = formState;
  const showFailure = (error: unknown): void => {
    const problems = isApiError(error) ? error.fieldErrors : [];
    let isShown = false;
    for (const { field, message } of problems) {
      if (!isFormField(field)) continue;
      setError(field, { type: 'server', message }, { shouldFocus: !isShown });
      isShown = true;
    }
    if (!isShown) onFailure(error);
  };
  const save = handleSubmit((input) => onSave(input).catch(showFailure));
  const getProblem = (field: FormField): string | undefined => {
    const problem = errors[field];
    if (!problem) return undefined;
    if (problem.type === 'server') return problem.message;
    if (field === 'name') return t('organizations.nameRequired');
    if (field === 'timeZone') return t('organizations.timeZoneRequired');
    return t(getCodeNameProblem(problem.message, getValues('codeName')));
  };
  return (
    <Form onSubmit={(event) => void save(event)}>
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
        <SelectField
          {...register('timeZone')}
          value={chosenTimeZone}
          label={t('organizations.timeZone')}
          error={getProblem('timeZone')}
          options={listTimeZones(timeZone).map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
        />
      </div>
      <div className={classes['actions']}>
        <Button type="submit" variant="primary" disabled={!isValid || isSubmitting}>
          {submitLabel}
        </Button>
        {onCancel ? (
          <Button onClick={onCancel} disabled={isSubmitting}>
            {t('organizations.cancel')}
          </Button>
        ) : null}
      </div>
    </Form>
  );
};
