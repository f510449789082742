import { Button, Notice, Text } from '@obieg/ui';
import { isApiError, useNavigate } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useAuthMessages } from '../../i18n/messages';
import { sendCode } from '../../sign-in/auth.api';
import { useVerifyEmailState, type VerifyEmailState } from '../../sign-in/verify-email-state';

interface ResendCodeProps {
  token: string;
  /** Whether the server's rate limit (one code a minute, five an hour) allows another code. */
  canResend: boolean;
  /** Masked unless the session has verified it. */
  knownEmail: string;
}

/**
 * Requests a new code. Uses the address from the navigation state; another tab knows only the masked address and
 * sends the token instead.
 */
export const ResendCode = ({ token, canResend, knownEmail }: ResendCodeProps) => {
  const t = useAuthMessages();
  const navigate = useNavigate();
  const { email, wasResent } = useVerifyEmailState();
  const [failure, setFailure] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  // The loading button is disabled and loses the focus; restore it after a failure.
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (failure) button.current?.focus();
  }, [failure]);

  const send = async (): Promise<string | undefined> => {
    if (!email && !knownEmail) return t('verify.noEmail');
    try {
      const { success, token: next, message } = await sendCode(email ? { email } : { token });
      if (!success) return message || t('verify.resendRefused');
      await navigate(`/verify-email?token=${encodeURIComponent(next)}`, {
        replace: true,
        state: { ...(email ? { email } : {}), wasResent: true } satisfies VerifyEmailState,
      });
      return undefined;
    } catch (error) {
      if (isApiError(error) && error.status !== undefined)
        return error.serverMessage || t('verify.resendRefused');
      return t('verify.resendFailed');
    }
  };
  const resend = async (): Promise<void> => {
    setFailure(undefined);
    setIsSending(true);
    setFailure(await send());
    setIsSending(false);
  };
  return (
    <>
      {wasResent && !failure ? <Notice tone="success">{t('verify.resent')}</Notice> : null}
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      {canResend ? (
        <Button ref={button} fullWidth icon="mail" loading={isSending} onClick={() => void resend()}>
          {t('verify.resend')}
        </Button>
      ) : (
        <Text size="small" muted>
          {t('verify.resendLater')}
        </Text>
      )}
    </>
  );
};
