import { Button, Notice } from '@obieg/ui';
import { useNavigate } from '@obieg/web-kit';
import { useState } from 'react';
import { readReason } from '../../describe-error';
import { useTaskMessages } from '../../messages';
import { sendVerificationCode } from './submission.api';

/** Offers to mail a verification code. The code proves that the task belongs to the email's owner (spec 3 §2). */
export const VerifyEmailNotice = ({ email }: { email: string }) => {
  const t = useTaskMessages();
  const navigate = useNavigate();
  /** Undefined: no failure. Empty: a failure without a reason. */
  const [failure, setFailure] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const send = async (): Promise<void> => {
    setIsSending(true);
    setFailure(undefined);
    try {
      const { success, token, message } = await sendVerificationCode(email);
      if (success && token) return void navigate(`/verify-email?token=${encodeURIComponent(token)}`);
      setFailure(message ?? '');
    } catch (error) {
      setFailure(readReason(error, t) ?? '');
    }
    setIsSending(false);
  };
  return (
    <>
      <Notice
        tone="warning"
        title={t('submit.verifyTitle')}
        announce={false}
        actions={
          <Button icon="mail" loading={isSending} onClick={() => void send()}>
            {t('submit.verify')}
          </Button>
        }
      >
        {t('submit.verifyText', { email })}
      </Notice>
      {failure === undefined ? null : (
        <Notice tone="danger" {...(failure ? { title: t('submit.sendCodeFailed') } : {})}>
          {failure || t('submit.sendCodeFailed')}
        </Notice>
      )}
    </>
  );
};
