import { type LoginMethods, limits } from '@obieg/contracts';
import { Button, Form, Notice, Text, TextField } from '@obieg/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describeOutage } from '../../failures/describe-outage';
import { useAuthMessages } from '../../i18n/messages';
import { checkLoginMethods } from '../../sign-in/auth.api';
import { sendLoginCode } from './send-login-code';

interface LoginNameStepProps {
  onHasPassword: (loginName: string) => void;
  onCodeSent: (token: string, loginName: string) => void;
}

interface Failure {
  text: string;
  /** What happened, if the server did not answer. */
  outage?: string | undefined;
}

export const LoginNameStep = ({ onHasPassword, onCodeSent }: LoginNameStepProps) => {
  const t = useAuthMessages();
  const [failure, setFailure] = useState<Failure>();
  const { register, handleSubmit, formState, setFocus } = useForm({
    mode: 'onTouched',
    defaultValues: { email: '' },
  });
  const { isSubmitting, isValid, errors } = formState;

  const showFailure = (text: string, outage?: string): void => {
    setFailure({ text, outage });
    setFocus('email');
  };
  const submit = handleSubmit(async ({ email: typed }) => {
    const email = typed.trim();
    setFailure(undefined);
    let methods: LoginMethods;
    try {
      methods = await checkLoginMethods(email);
    } catch (error) {
      return showFailure(t('login.checkFailed'), describeOutage(error, t));
    }
    if (!methods.userExists) return showFailure(t('login.userNotFound'));
    if (methods.hasPassword) return onHasPassword(email);
    const sent = await sendLoginCode(email, t);
    if ('failure' in sent) showFailure(sent.failure);
    else onCodeSent(sent.token, email);
  });
  return (
    <Form onSubmit={(event) => void submit(event)}>
      {failure ? (
        <Notice tone="danger">
          <Text>{failure.text}</Text>
          {failure.outage ? <Text>{failure.outage}</Text> : null}
        </Notice>
      ) : null}
      <TextField
        {...register('email', { validate: (typed) => typed.trim() !== '' })}
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
