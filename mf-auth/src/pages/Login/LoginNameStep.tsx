import { zodResolver } from '@hookform/resolvers/zod';
import { limits } from '@obieg/contracts';
import { Button, Form, Notice, TextField } from '@obieg/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { minLength, object, string, trim } from 'zod/mini';
import { checkLoginMethods } from '../../auth.api';
import { useAuthMessages } from '../../messages';
import { sendLoginCode } from './send-login-code';

interface LoginNameStepProps {
  onHasPassword: (loginName: string) => void;
  onCodeSent: (token: string, loginName: string) => void;
}

const schema = object({ email: string().check(trim(), minLength(1)) });

export const LoginNameStep = ({ onHasPassword, onCodeSent }: LoginNameStepProps) => {
  const t = useAuthMessages();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { email: '' },
  });
  const { isSubmitting, isValid, errors } = formState;

  const showFailure = (text: string): void => {
    setFailure(text);
    setFocus('email');
  };
  const submit = handleSubmit(async ({ email }) => {
    setFailure(undefined);
    const methods = await checkLoginMethods(email).catch(() => undefined);
    if (!methods) return showFailure(t('login.checkFailed'));
    if (!methods.userExists) return showFailure(t('login.userNotFound'));
    if (methods.hasPassword) return onHasPassword(email);
    const sent = await sendLoginCode(email, t);
    if ('failure' in sent) showFailure(sent.failure);
    else onCodeSent(sent.token, email);
  });
  return (
    <Form onSubmit={(event) => void submit(event)}>
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      <TextField
        {...register('email')}
        label={t('login.loginName')}
        error={errors.email ? t('login.loginNameRequired') : undefined}
        size="large"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.emailMaxLength}
        autoFocus
      />
      <Button type="submit" variant="primary" size="large" fullWidth disabled={!isValid || isSubmitting}>
        {isSubmitting ? t('login.checking') : t('login.continue')}
      </Button>
    </Form>
  );
};
