import { type LoginMethods, limits } from '@obieg/contracts';
import { Button, Form, Notice, Text, TextField } from '@obieg/ui';
import { outageOf } from '@obieg/web-kit';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAuthMessages } from '../../i18n/messages';
import { checkLoginMethods } from '../../sign-in/auth.api';
import { sendLoginCode } from './send-login-code';
import { useDescribeFailure } from './use-describe-failure';

interface LoginNameStepProps {
  onHasPassword: (loginName: string) => void;
  /** The address belongs to an identity provider. */
  onProvider: (loginName: string, methods: LoginMethods) => void;
  onCodeSent: (token: string, loginName: string) => void;
}

interface Failure {
  text: string;
  /** If the server did not answer. */
  reason?: string | undefined;
}

export const LoginNameStep = ({ onHasPassword, onProvider, onCodeSent }: LoginNameStepProps) => {
  const t = useAuthMessages();
  const describeFailure = useDescribeFailure();
  const [failure, setFailure] = useState<Failure>();
  const { register, handleSubmit, formState, setFocus } = useForm({
    mode: 'onTouched',
    defaultValues: { email: '' },
  });
  const { isSubmitting, isValid, errors } = formState;

  const showFailure = (text: string, reason?: string): void => {
    setFailure({ text, reason });
    setFocus('email');
  };
  const submit = handleSubmit(async ({ email: typed }) => {
    const email = typed.trim();
    setFailure(undefined);
    let methods: LoginMethods;
    try {
      methods = await checkLoginMethods(email);
    } catch (error) {
      return showFailure(
        t('login.checkFailed'),
        outageOf(error) && t('login.reason', { reason: describeFailure(error) }),
      );
    }
    if (methods.provider) return onProvider(email, methods);
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
          {failure.reason ? <Text>{failure.reason}</Text> : null}
        </Notice>
      ) : null}
      <TextField
        {...register('email', { validate: (typed) => typed.trim() !== '' })}
        label={t('login.loginName')}
        error={errors.email ? t('login.loginNameRequired') : undefined}
        size="large"
        // The last word lets the browser offer passkeys in the field's list.
        autoComplete="username webauthn"
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
