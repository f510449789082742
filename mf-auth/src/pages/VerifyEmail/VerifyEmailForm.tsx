import { zodResolver } from '@hookform/resolvers/zod';
import { limits, type SecondStep, type TokenInfo } from '@obieg/contracts';
import { Button, Form, Notice, Text, TextField } from '@obieg/ui';
import { isApiError, useQueryClient } from '@obieg/web-kit';
import { type ClipboardEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { minLength, object, regex, string, trim } from 'zod/mini';
import { useAuthMessages } from '../../i18n/messages';
import { ownKey } from '../../query-keys';
import { verifyCode } from '../../sign-in/auth.api';
import { ConfirmedTaskNotice } from './ConfirmedTaskNotice';
import { OtherAddress } from './OtherAddress';
import { ResendCode } from './ResendCode';
import { useStartVerifiedSession } from './use-start-verified-session';

interface VerifyEmailFormProps {
  token: string;
  info: TokenInfo;
  onVerified: () => void;
  onSecondStep: (step: SecondStep) => void;
}

/** Error messages are message keys; the form translates them. */
const schema = object({
  code: string().check(trim(), minLength(1, 'verify.codeRequired'), regex(/^\d{6}$/, 'verify.codeDigits')),
});

export const VerifyEmailForm = ({ token, info, onVerified, onSecondStep }: VerifyEmailFormProps) => {
  const t = useAuthMessages();
  const startVerifiedSession = useStartVerifiedSession(token, info.email);
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState, setFocus, setValue } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting, isSubmitted } = formState;

  /** Extracts the digits from pasted text. Without this, maxLength would cut a code copied with surrounding text. */
  const pasteDigits = (event: ClipboardEvent<HTMLInputElement>): void => {
    const digits = event.clipboardData.getData('text').replace(/\D/g, '');
    if (digits.length !== limits.verificationCodeLength) return;
    event.preventDefault();
    setValue('code', digits, { shouldValidate: isSubmitted });
  };
  const showFailure = (text: string): void => {
    setFailure(text);
    setFocus('code', { shouldSelect: true });
  };
  const verify = handleSubmit(async ({ code }) => {
    setFailure(undefined);
    try {
      const answer = await verifyCode(token, code);
      if (!answer.success) return showFailure(answer.message || t('verify.wrongCode'));
      if ('secondStep' in answer) return onSecondStep(answer.secondStep);
      startVerifiedSession(answer.jwtToken);
      onVerified();
    } catch (error) {
      // Asks whether the server allows a new code, which the text offers.
      if (isApiError(error) && error.code === 'CODE_EXPIRED')
        void queries.invalidateQueries({ queryKey: ownKey('verification', token) });
      const isRefused = isApiError(error) && error.status !== undefined && error.status < 500;
      showFailure(isRefused ? error.serverMessage || t('verify.wrongCode') : t('verify.failed'));
    }
  });
  return (
    <>
      <Text>{t('verify.text', { email: info.email })}</Text>
      {info.task ? <ConfirmedTaskNotice task={info.task} /> : null}
      <Form onSubmit={(event) => void verify(event)}>
        {failure ? <Notice tone="danger">{failure}</Notice> : null}
        <TextField
          {...register('code')}
          label={t('verify.code')}
          error={errors.code?.message ? t(errors.code.message) : undefined}
          size="large"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={limits.verificationCodeLength}
          onPaste={pasteDigits}
          autoFocus
        />
        <Button type="submit" variant="primary" size="large" fullWidth loading={isSubmitting}>
          {t('verify.submit')}
        </Button>
      </Form>
      <ResendCode token={token} canResend={info.canResend} knownEmail={info.email} />
      <OtherAddress task={info.task} />
    </>
  );
};
