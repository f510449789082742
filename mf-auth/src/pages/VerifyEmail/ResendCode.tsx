import { Button, Notice, Text } from '@obieg/ui';
import { isApiError, useNavigate } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';
import { sendCode } from '../../auth.api';
import { useAuthMessages } from '../../messages';
import { type Arrival, useArrival } from './arrival';

interface ResendCodeProps {
  token: string;
  /** The server's word: a code may be asked for once a minute and five times an hour. */
  canResend: boolean;
  /** Masked unless verified. */
  knownEmail: string;
}

/** A new code for the address with which one came here; in another tab, which knows it masked, by the token. */
export const ResendCode = ({ token, canResend, knownEmail }: ResendCodeProps) => {
  const t = useAuthMessages();
  const navigate = useNavigate();
  const arrival = useArrival();
  const [failure, setFailure] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  // The button cannot hold the focus while it is busy.
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (failure) button.current?.focus();
  }, [failure]);

  const send = async (): Promise<string | undefined> => {
    const { email } = arrival;
    if (!email && !knownEmail) return t('verify.noEmail');
    try {
      const { success, token: next, message } = await sendCode(email ? { email } : { token });
      if (!success) return message || t('verify.resendRefused');
      await navigate(`/verify-email?token=${encodeURIComponent(next)}`, {
        replace: true,
        state: { ...(email ? { email } : {}), wasResent: true } satisfies Arrival,
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
      {arrival.wasResent && !failure ? <Notice tone="success">{t('verify.resent')}</Notice> : null}
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
