import { zodResolver } from '@hookform/resolvers/zod';
import { type Account, limits } from '@obieg/contracts';
import { Button, Card, Form, Group, Notice, PasswordField, Text } from '@obieg/ui';
import { isApiError, notify } from '@obieg/web-kit';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { minLength, object, refine, string } from 'zod/mini';
import { useAuthMessages } from '../../i18n/messages';
import { UsernameHint } from '../../sign-in/UsernameHint';
import { useChangePassword } from './account.api';
import { describeFailure } from './describe-failure';

const schema = object({
  currentPassword: string().check(minLength(1)),
  password: string().check(minLength(limits.passwordMinLength)),
  confirmation: string(),
}).check(refine(({ password, confirmation }) => password === confirmation, { path: ['confirmation'] }));

const empty = { currentPassword: '', password: '', confirmation: '' };

const PasswordFields = ({ email }: { email: string }) => {
  const t = useAuthMessages();
  const change = useChangePassword();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState, setError, reset } = useForm({
    resolver: zodResolver(schema),
    defaultValues: empty,
  });
  const { errors, isSubmitting } = formState;
  const problemOf = (field: 'currentPassword' | 'password', text: string): string | undefined => {
    const problem = errors[field];
    return problem && (problem.type === 'server' ? problem.message : t(text));
  };
  const save = handleSubmit(async ({ currentPassword, password }) => {
    setFailure(undefined);
    try {
      await change.mutateAsync({ currentPassword, password });
      reset(empty);
      notify.success(t('account.passwordChanged'));
    } catch (error) {
      setFailure(describeFailure(error, t));
      const rejected = isApiError(error) ? error.fieldErrors : [];
      for (const { field, message } of rejected)
        if (field === 'currentPassword' || field === 'password')
          setError(field, { type: 'server', message }, { shouldFocus: true });
    }
  });
  return (
    <Form onSubmit={(event) => void save(event)}>
      {failure ? (
        <Notice tone="danger" takesFocus>
          {failure}
        </Notice>
      ) : null}
      <UsernameHint username={email} />
      <PasswordField
        {...register('currentPassword')}
        label={t('account.currentPassword')}
        error={problemOf('currentPassword', 'account.currentPasswordRequired')}
        autoComplete="current-password"
        maxLength={limits.passwordMaxLength}
      />
      <PasswordField
        {...register('password', { deps: 'confirmation' })}
        label={t('account.newPassword')}
        help={t('setPassword.help')}
        error={problemOf('password', 'setPassword.tooShort')}
        autoComplete="new-password"
        maxLength={limits.passwordMaxLength}
      />
      <PasswordField
        {...register('confirmation')}
        label={t('setPassword.confirmation')}
        error={errors.confirmation ? t('setPassword.different') : undefined}
        autoComplete="new-password"
        maxLength={limits.passwordMaxLength}
      />
      <Group>
        <Button type="submit" variant="primary" loading={isSubmitting}>
          {t('account.changePassword')}
        </Button>
      </Group>
    </Form>
  );
};

/** An account without a password signs in by code, and sets a password after a verified code (spec 3 §4). */
export const PasswordForm = ({ account }: { account: Account }) => {
  const t = useAuthMessages();
  return (
    <Card title={t('account.password')}>
      {account.hasPassword ? (
        <PasswordFields email={account.email} />
      ) : (
        <Text>{t('account.noPassword')}</Text>
      )}
    </Card>
  );
};
