import { Button, Notice } from '@obieg/ui';
import { useTaskMessages } from '../../messages';
import { useVerifyEmail } from './use-verify-email';

interface VerifyEmailNoticeProps {
  email: string;
  /** Number of files that wait for the verification. */
  pendingAttachments: number;
}

/** Offers to mail a verification code. The code proves that the task belongs to the email's owner (spec 3 §2). */
export const VerifyEmailNotice = ({ email, pendingAttachments }: VerifyEmailNoticeProps) => {
  const t = useTaskMessages();
  const { send, isSending, failure } = useVerifyEmail(email);
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
        {pendingAttachments > 0
          ? t('submit.verifyFiles', { email, count: pendingAttachments })
          : t('submit.verifyText', { email })}
      </Notice>
      {failure === undefined ? null : (
        <Notice tone="danger" {...(failure ? { title: t('submit.sendCodeFailed') } : {})}>
          {failure || t('submit.sendCodeFailed')}
        </Notice>
      )}
    </>
  );
};
