import { zodResolver } from '@hookform/resolvers/zod';
import { limits } from '@obieg/contracts';
import { Button, Form, Notice, PasswordField } from '@obieg/ui';
import { isApiError, takeReturnUrl, useNavigate, useSession } from '@obieg/web-kit';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { minLength, object, refine, string } from 'zod/mini';
import { setPassword } from '../../auth.api';
import { useAuthMessages } from '../../messages';
import { UsernameHint } from '../../UsernameHint';

interface SetPasswordFormProps {
  token: string;
  canSkip: boolean;
  /** Called when the server rejects the token. */
  onRejected: () => void;
}

const schema = object({
  password: string().check(minLength(limits.passwordMinLength)),
  confirmation: string(),
}).check(refine(({ password, confirmation }) => password === confirmation, { path: ['confirmation'] }));

export const SetPasswordForm = ({ token, canSkip, onRejected }: SetPasswordFormProps) => {
  const t = useAuthMessages();
  const navigate = useNavigate();
  const email = useSession()?.user.email;
  const [hasFailed, setHasFailed] = useState(false);
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { password: '', confirmation: '' },
  });
  const { errors, isSubmitting } = formState;
  const goToReturnUrl = () => navigate(takeReturnUrl(), { replace: true });

  const save = handleSubmit(async ({ password }) => {
    setHasFailed(false);
    try {
      await setPassword(token, password);
    } catch (error) {
      if (isApiError(error) && error.status === 400) return onRejected();
      setHasFailed(true);
      return setFocus('password');
    }
    await goToReturnUrl();
  });
  return (
    <Form onSubmit={(event) => void save(event)}>
      {hasFailed ? <Notice tone="danger">{t('setPassword.failed')}</Notice> : null}
      {email ? <UsernameHint username={email} /> : null}
      <PasswordField
        {...register('password', { deps: 'confirmation' })}
        label={t('setPassword.password')}
        help={t('setPassword.help')}
        error={errors.password ? t('setPassword.tooShort') : undefined}
        size="large"
        autoComplete="new-password"
        maxLength={limits.passwordMaxLength}
        autoFocus
      />
      <PasswordField
        {...register('confirmation')}
        label={t('setPassword.confirmation')}
        error={errors.confirmation ? t('setPassword.different') : undefined}
        size="large"
        autoComplete="new-password"
        maxLength={limits.passwordMaxLength}
      />
      <Button type="submit" variant="primary" size="large" fullWidth loading={isSubmitting}>
        {t('setPassword.submit')}
      </Button>
      {canSkip ? (
        <Button size="large" fullWidth disabled={isSubmitting} onClick={() => void goToReturnUrl()}>
          {t('setPassword.skip')}
        </Button>
      ) : null}
    </Form>
  );
};
