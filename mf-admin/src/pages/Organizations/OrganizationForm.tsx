import { zodResolver } from '@hookform/resolvers/zod';
import {
  codeNameMessages,
  type Organization,
  type SaveOrganization,
  saveOrganizationSchema,
} from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Button, Form, TextField } from '@obieg/ui';
import { isApiError } from '@obieg/web-kit';
import { useForm } from 'react-hook-form';
import { useAdminMessages } from '../../messages';
import classes from './organizations.module.css';

interface OrganizationFormProps {
  organization?: Organization;
  submitLabel: string;
  /** Rejects with ApiError. */
  onSave: (input: SaveOrganization) => Promise<void>;
  /** Receives undefined when the fields already show the errors. */
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

export const OrganizationForm = ({
  organization,
  submitLabel,
  onSave,
  onFailure,
  onCancel,
  autoFocus = false,
}: OrganizationFormProps) => {
  const t = useAdminMessages();
  const { register, handleSubmit, formState, getValues, setError } = useForm({
    resolver: zodResolver(saveOrganizationSchema),
    mode: 'onChange',
    defaultValues: { name: organization?.name ?? '', codeName: organization?.codeName ?? '' },
  });
  const { errors, isValid, isSubmitting } = formState;
  const showFailure = (error: unknown): void => {
    const problems = isApiError(error) ? error.fieldErrors : [];
    for (const { field, message } of problems)
      if (field === 'name' || field === 'codeName') setError(field, { type: 'server', message });
    onFailure(problems.length > 0 ? undefined : error);
  };
  const save = handleSubmit((input) => onSave(input).catch(showFailure));
  const getProblem = (field: 'name' | 'codeName'): string | undefined => {
    const problem = errors[field];
    if (!problem) return undefined;
    if (problem.type === 'server') return problem.message;
    if (field === 'name') return t('organizations.nameRequired');
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
