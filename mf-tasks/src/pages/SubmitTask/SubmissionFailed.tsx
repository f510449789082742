import { Button, CopyButton, Heading, Notice, Text } from '@obieg/ui';
import { usePermissions } from '@obieg/web-kit';
import { useLayoutEffect, useRef } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import type { SubmissionFailure } from './submission-failure';
import classes from './submit.module.css';

interface SubmissionFailedProps {
  failure: SubmissionFailure;
  isRetrying: boolean;
  onRetry: () => void;
  /** Opens the first question whose answer the server rejected. */
  onCorrectAnswers: () => void;
  /** Returns to the form and keeps its values. */
  onBack: () => void;
  onRestart: () => void;
}

const MainAction = ({ failure, isRetrying, onRetry, onCorrectAnswers }: SubmissionFailedProps) => {
  const t = useTaskMessages();
  if (failure.isRetryable) {
    return (
      <Button variant="primary" size="large" icon="refresh" loading={isRetrying} onClick={onRetry}>
        {isRetrying ? t('submit.creating') : t('submit.retry')}
      </Button>
    );
  }
  return Object.keys(failure.answerErrors).length > 0 ? (
    <Button variant="primary" size="large" icon="edit" onClick={onCorrectAnswers}>
      {t('submit.correctAnswers')}
    </Button>
  ) : null;
};

/** Error page of a failed submission: reason, retry and ways back (spec 3 §8). */
export const SubmissionFailed = (props: SubmissionFailedProps) => {
  const { failure, isRetrying, onBack, onRestart } = props;
  const t = useTaskMessages();
  const { canManageWorkflow } = usePermissions();
  const heading = useRef<HTMLHeadingElement>(null);
  // Focuses the heading again after a retry fails with another error.
  useLayoutEffect(() => (failure ? heading.current?.focus() : undefined), [failure]);
  return (
    <div className={classes['result']}>
      <Heading level={1} focusable ref={heading}>
        {t('submit.failed')}
      </Heading>
      <Notice
        tone="danger"
        actions={
          failure.lacksInitialStatus && canManageWorkflow ? (
            <Button to="/workflow-statuses/new">{t('submit.addStatus')}</Button>
          ) : null
        }
      >
        {failure.message}
      </Notice>
      <Text>{failure.isOffline ? t('submit.offlineHelp') : t('submit.nothingLost')}</Text>
      {failure.lacksInitialStatus && !canManageWorkflow ? <Text>{t('submit.noStatusHelp')}</Text> : null}
      <div className={classes['actions']}>
        <MainAction {...props} />
        <Button size="large" icon="back" disabled={isRetrying} onClick={onBack}>
          {t('submit.backToForm')}
        </Button>
        <Button variant="quiet" size="large" disabled={isRetrying} onClick={onRestart}>
          {t('submit.restart')}
        </Button>
      </div>
      {failure.requestId ? (
        <div className={classes['requestId']}>
          <Text size="small" muted>
            {t('submit.requestId', { id: failure.requestId })}
          </Text>
          <CopyButton value={failure.requestId} compact />
        </div>
      ) : null}
    </div>
  );
};
