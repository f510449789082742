import { Button, CopyButton, Heading, Notice, Text } from '@obieg/ui';
import { isApiError, useNavigate } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useTaskMessages } from '../../messages';
import type { SubmissionOutcome } from './SubmissionWizard';
import { sendVerificationCode } from './submission.api';
import classes from './submit.module.css';

interface SubmissionResultProps {
  outcome: SubmissionOutcome;
  onRestart: () => void;
  /** To the form, with all that was filled in. */
  onBack: () => void;
}

/** The task is the address's owner's once the code that is mailed now was entered. */
const VerifyOffer = ({ email }: { email: string }) => {
  const t = useTaskMessages();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const send = async (): Promise<void> => {
    setIsSending(true);
    try {
      const { token } = await sendVerificationCode(email);
      await navigate(`/verify-email?token=${encodeURIComponent(token)}`, { state: { email } });
    } catch (error) {
      setFailure((isApiError(error) && error.serverMessage) || t('submit.sendCodeFailed'));
      setIsSending(false);
    }
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
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
    </>
  );
};

/** What became of the submission (spec 3 §2). */
export const SubmissionResult = ({ outcome, onRestart, onBack }: SubmissionResultProps) => {
  const t = useTaskMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  if ('failure' in outcome) {
    return (
      <div className={classes['result']}>
        <Heading level={1} focusable ref={heading}>
          {t('submit.failed')}
        </Heading>
        <Notice tone="danger">{outcome.failure}</Notice>
        <Text muted>{t('submit.nothingLost')}</Text>
        <div className={classes['actions']}>
          <Button variant="primary" size="large" icon="back" onClick={onBack}>
            {t('submit.backToForm')}
          </Button>
          <Button size="large" onClick={onRestart}>
            {t('submit.restart')}
          </Button>
        </div>
      </div>
    );
  }
  const { publicTaskId, needsEmailVerification } = outcome.response;
  return (
    <div className={classes['result']}>
      <Heading level={1} focusable ref={heading}>
        {t('submit.created')}
      </Heading>
      <div>
        <Text muted>{t('submit.number')}</Text>
        <div className={classes['number']}>
          <span className={classes['numberValue']}>{publicTaskId}</span>
          <CopyButton value={String(publicTaskId)} label={t('submit.copyNumber')} />
        </div>
      </div>
      <Text>{t('submit.whatNext')}</Text>
      {needsEmailVerification ? <VerifyOffer email={outcome.email} /> : null}
      <div className={classes['actions']}>
        <Button variant="primary" size="large" to={`/task/${publicTaskId}`} iconAfter="forward">
          {t('submit.showTask')}
        </Button>
        <Button size="large" onClick={onRestart}>
          {t('submit.restart')}
        </Button>
      </div>
    </div>
  );
};
