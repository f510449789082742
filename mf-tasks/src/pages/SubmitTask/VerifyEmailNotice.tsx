import { Button, Notice } from '@obieg/ui';
import { useVerifyEmail } from '../../email-verification/use-verify-email';
import { useTaskMessages } from '../../i18n/messages';
import type { CreatedTask } from './use-submission';

interface VerifyEmailNoticeProps {
  task: CreatedTask;
}

/** Offers to mail a verification code. The code proves that the task belongs to the email's owner (spec 3 §2). */
export const VerifyEmailNotice = ({ task }: VerifyEmailNoticeProps) => {
  const t = useTaskMessages();
  const { publicTaskId, pendingFileNames: fileNames, email } = task;
  const { send, isSending, failure } = useVerifyEmail(email, { publicTaskId, fileNames });
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
        {fileNames.length > 0
          ? t('submit.verifyFiles', { email, count: fileNames.length })
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
