import { zodResolver } from '@hookform/resolvers/zod';
import { type CreatedApiToken, limits } from '@obieg/contracts';
import { CheckboxField, FieldGroup, SelectField, TextField } from '@obieg/ui';
import { ActionDialog, useAction } from '@obieg/ui/overlays';
import { useForm } from 'react-hook-form';
import { array, enum as choice, minLength, object, string, trim } from 'zod/mini';
import { useAuthMessages } from '../../../i18n/messages';
import { describeFailure } from '../describe-failure';
import { chosenScopes, scopeText } from './scopes';
import { useCreateApiToken } from './tokens.api';

const lifetimes = ['7', '30', '90', '365'] as const;
const dayMs = 24 * 60 * 60 * 1_000;

const schema = object({
  name: string().check(trim(), minLength(1)),
  scopes: array(choice(chosenScopes)).check(minLength(1)),
  days: choice(lifetimes),
});

interface NewTokenDialogProps {
  onCreated: (token: CreatedApiToken) => void;
  onClose: () => void;
}

/** Asks for name, scopes and end of a new token. */
export const NewTokenDialog = ({ onCreated, onClose }: NewTokenDialogProps) => {
  const t = useAuthMessages();
  const create = useCreateApiToken();
  const action = useAction({ describeFailure: (error) => describeFailure(error, t) });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: '', scopes: [], days: '90' },
  });
  const { errors } = formState;
  const save = handleSubmit(({ name, scopes, days }) =>
    action.run(async () => {
      const expiresAt = new Date(Date.now() + Number(days) * dayMs).toISOString();
      onCreated(await create.mutateAsync({ name, scopes, expiresAt }));
    }),
  );
  return (
    <ActionDialog
      title={t('tokens.new')}
      action={action}
      onSubmit={save}
      submitLabel={t('tokens.create')}
      onClose={onClose}
    >
      <TextField
        {...register('name')}
        data-autofocus
        label={t('tokens.name')}
        help={t('tokens.nameHelp')}
        error={errors.name ? t('tokens.nameRequired') : undefined}
        maxLength={limits.nameMaxLength}
        autoComplete="off"
      />
      <FieldGroup
        legend={t('tokens.scopes')}
        help={t('tokens.scopesHelp')}
        error={errors.scopes ? t('tokens.scopesRequired') : undefined}
      >
        {chosenScopes.map((scope) => (
          <CheckboxField key={scope} {...register('scopes')} value={scope} label={t(scopeText(scope))} />
        ))}
      </FieldGroup>
      <SelectField
        {...register('days')}
        label={t('tokens.lifetime')}
        options={lifetimes.map((days) => ({ value: days, label: t('tokens.days', { count: Number(days) }) }))}
      />
    </ActionDialog>
  );
};
