import { zodResolver } from '@hookform/resolvers/zod';
import { type Organization, type SaveOrganization, saveOrganizationSchema } from '@obieg/contracts';
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
  /** The server's own words where it refused the input. */
  onFailure: (reason: string | undefined) => void;
  onCancel?: () => void;
}

/** Refusals have a reason that helps; of anything else the screen says only that it failed. */
const reasonOf = (error: unknown): string | undefined =>
  isApiError(error) && (error.status === 409 || error.status === 422) ? error.serverMessage : undefined;

export const OrganizationForm = ({
  organization,
  submitLabel,
  onSave,
  onFailure,
  onCancel,
}: OrganizationFormProps) => {
  const t = useAdminMessages();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(saveOrganizationSchema),
    mode: 'onChange',
    defaultValues: { name: organization?.name ?? '', codeName: organization?.codeName ?? '' },
  });
  const { errors, isValid, isSubmitting } = formState;
  const save = handleSubmit((input) => onSave(input).catch((error: unknown) => onFailure(reasonOf(error))));
  return (
    <Form onSubmit={(event) => void save(event)}>
      <div className={classes['fields']}>
        <TextField
          {...register('name')}
          label={t('organizations.name')}
          error={errors.name ? t('organizations.nameRequired') : undefined}
          maxLength={limits.organizationNameMaxLength}
        />
        <TextField
          {...register('codeName')}
          label={t('organizations.codeName')}
          error={errors.codeName ? errors.codeName.message : undefined}
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
