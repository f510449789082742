import { limits, type SecondStep } from '@obieg/contracts';
import { Button, Form, Group, LinkButton, Notice, PasswordField, Text } from '@obieg/ui';
import { isApiError, outageOf, takeReturnUrl, useNavigate } from '@obieg/web-kit';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAuthMessages } from '../../i18n/messages';
import { signIn } from '../../sign-in/auth.api';
import { UsernameHint } from '../../sign-in/UsernameHint';
import { sendLoginCode } from './send-login-code';
import { useDescribeFailure } from './use-describe-failure';

interface PasswordStepProps {
  loginName: string;
  onChange: () => void;
  onCodeSent: (token: string, loginName: string) => void;
  onSecondStep: (step: SecondStep) => void;
}

export const PasswordStep = ({ loginName, onChange, onCodeSent, onSecondStep }: PasswordStepProps) => {
  const t = useAuthMessages();
  const describeFailure = useDescribeFailure();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const [isSendingCode, setIsSendingCode] = useState(false);
  const { register, handleSubmit, formState, setFocus } = useForm({
    defaultValues: { password: '' },
  });
  const { isSubmitting, errors } = formState;

  const showFailure = (text: string): void => {
    setFailure(text);
    setFocus('password', { shouldSelect: true });
  };
  /** Only a refused sign-in is blamed on what was entered. */
  const describeSignInFailure = (error: unknown): string => {
    if (isApiError(error) && error.code === 'PROVIDER_REQUIRED' && error.serverMessage)
      return error.serverMessage;
    const isRefused =
      isApiError(error) && !outageOf(error) && error.status !== undefined && error.status < 500;
    return isRefused ? t('login.signInFailed') : t('login.failedWith', { reason: describeFailure(error) });
  };
  const submit = handleSubmit(async ({ password }) => {
    setFailure(undefined);
    let secondStep: SecondStep | undefined;
    try {
      secondStep = await signIn(loginName, password);
    } catch (error) {
      return showFailure(describeSignInFailure(error));
    }
    if (secondStep) return onSecondStep(secondStep);
    await navigate(takeReturnUrl(), { replace: true });
  });
  const sendCode = async (): Promise<void> => {
    setFailure(undefined);
    setIsSendingCode(true);
    const sent = await sendLoginCode(loginName, t);
    setIsSendingCode(false);
    if ('failure' in sent) showFailure(sent.failure);
    else onCodeSent(sent.token, loginName);
  };
  return (
    <Form onSubmit={(event) => void submit(event)}>
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      <Group justify="space-between" gap="xs">
        <Text>
          {t('login.loggingInAs')} <strong>{loginName}</strong>
        </Text>
        <LinkButton onClick={onChange}>{t('login.changeEmail')}</LinkButton>
      </Group>
      <UsernameHint username={loginName} />
      <PasswordField
        {...register('password', { required: true })}
        label={t('login.password')}
        error={errors.password ? t('login.passwordRequired') : undefined}
        size="large"
        maxLength={limits.passwordMaxLength}
        autoFocus
      />
      <Button type="submit" variant="primary" size="large" fullWidth disabled={isSubmitting}>
        {isSubmitting ? t('login.loggingIn') : t('login.submit')}
      </Button>
      <Group justify="center">
        <LinkButton onClick={() => void sendCode()} disabled={isSendingCode || isSubmitting}>
          {t('login.forgot')}
        </LinkButton>
      </Group>
    </Form>
  );
};
