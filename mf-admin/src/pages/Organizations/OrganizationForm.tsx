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
  /** Rejects with what the server said. */
  onSave: (input: SaveOrganization) => Promise<void>;
  /** With what went wrong, unless the fields say it. */
  onFailure: (error: unknown) => void;
  onCancel?: () => void;
  /** Begins in the first field. */
  autoFocus?: boolean;
}

/** Key of the text about a code name, from what the schema has against it (spec 1 §5). */
const codeNameProblem = (message: string | undefined, value: string): string => {
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
  const fail = (error: unknown): void => {
    const problems = isApiError(error) ? error.fieldErrors : [];
    for (const { field, message } of problems)
      if (field === 'name' || field === 'codeName') setError(field, { type: 'server', message });
    onFailure(problems.length > 0 ? undefined : error);
  };
  const save = handleSubmit((input) => onSave(input).catch(fail));
  const problemOf = (field: 'name' | 'codeName'): string | undefined => {
    const problem = errors[field];
    if (problem?.type === 'server') return problem.message;
    if (!problem) return undefined;
    return t(
      field === 'name'
        ? 'organizations.nameRequired'
        : codeNameProblem(problem.message, getValues('codeName')),
    );
  };
  return (
    <Form onSubmit={(event) => void save(event)}>
      <div className={classes['fields']}>
        <TextField
          {...register('name')}
          label={t('organizations.name')}
          autoFocus={autoFocus}
          error={problemOf('name')}
          maxLength={limits.organizationNameMaxLength}
        />
        <TextField
          {...register('codeName')}
          label={t('organizations.codeName')}
          error={problemOf('codeName')}
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
