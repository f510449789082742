import { zodResolver } from '@hookform/resolvers/zod';
import { limits, type PasswordAccount, type SecondStep } from '@obieg/contracts';
import { Button, DetailList, Form, Loading, Notice, PasswordField, Person, SkeletonBar } from '@obieg/ui';
import { isApiError, takeReturnUrl, useNavigate, useSession } from '@obieg/web-kit';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { minLength, object, refine, string } from 'zod/mini';
import { useAuthMessages } from '../../i18n/messages';
import { setPassword } from '../../sign-in/auth.api';
import { UsernameHint } from '../../sign-in/UsernameHint';

interface SetPasswordFormProps {
  token: string;
  canSkip: boolean;
  /** Undefined if it is unknown. */
  account: PasswordAccount | undefined;
  isAccountLoading: boolean;
  /** Called when the server rejects the token. */
  onRejected: () => void;
  onSecondStep: (step: SecondStep) => void;
}

const schema = object({
  password: string().check(minLength(limits.passwordMinLength)),
  confirmation: string(),
}).check(refine(({ password, confirmation }) => password === confirmation, { path: ['confirmation'] }));

/** Names the account, because a link can belong to another one. Keeps its height while it loads. */
const Account = ({ account, isLoading }: { account: PasswordAccount | undefined; isLoading: boolean }) => {
  const t = useAuthMessages();
  if (!account && !isLoading) return null;
  const value = account ? (
    <Person name={account.username} email={account.email} />
  ) : (
    <Loading>
      <SkeletonBar width="60%" height={32} />
    </Loading>
  );
  return <DetailList items={[{ label: t('setPassword.account'), value }]} />;
};

export const SetPasswordForm = ({
  token,
  canSkip,
  account,
  isAccountLoading,
  onRejected,
  onSecondStep,
}: SetPasswordFormProps) => {
  const t = useAuthMessages();
  const navigate = useNavigate();
  const sessionEmail = useSession()?.user.email;
  // Without `canSkip`, the session can belong to another person than the invitation.
  const email = account?.email ?? (canSkip ? sessionEmail : undefined);
  const [hasFailed, setHasFailed] = useState(false);
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { password: '', confirmation: '' },
  });
  const { errors, isSubmitting } = formState;
  const goToReturnUrl = () => navigate(takeReturnUrl(), { replace: true });

  const save = handleSubmit(async ({ password }) => {
    setHasFailed(false);
    let secondStep: SecondStep | undefined;
    try {
      secondStep = await setPassword(token, password);
    } catch (error) {
      if (isApiError(error) && error.status === 400) return onRejected();
      setHasFailed(true);
      return setFocus('password');
    }
    if (secondStep) return onSecondStep(secondStep);
    await goToReturnUrl();
  });
  return (
    <Form onSubmit={(event) => void save(event)}>
      {hasFailed ? <Notice tone="danger">{t('setPassword.failed')}</Notice> : null}
      <Account account={account} isLoading={isAccountLoading} />
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
