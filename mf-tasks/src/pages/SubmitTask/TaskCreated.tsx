import { Button, CopyButton, Heading, Icon, Text } from '@obieg/ui';
import { useLayoutEffect, useRef } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import classes from './submit.module.css';
import type { CreatedTask } from './use-submission';
import { VerifyEmailNotice } from './VerifyEmailNotice';

interface TaskCreatedProps {
  task: CreatedTask;
  onRestart: () => void;
}

/** Result page with the number of the created task and a link to it (spec 3 §2). */
export const TaskCreated = ({ task, onRestart }: TaskCreatedProps) => {
  const t = useTaskMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div className={classes['result']}>
      <span className={classes['done']}>
        <Icon name="check" size={28} />
      </span>
      <Heading level={1} focusable ref={heading}>
        {t('submit.created')}
      </Heading>
      <div>
        <Text muted>{t('submit.number')}</Text>
        <div className={classes['number']}>
          <span className={classes['numberValue']}>{task.publicTaskId}</span>
          <CopyButton value={String(task.publicTaskId)} label={t('submit.copyNumber')} />
        </div>
      </div>
      <Text>{t('submit.whatNext')}</Text>
      {task.needsEmailVerification || task.pendingFileNames.length > 0 ? (
        <VerifyEmailNotice task={task} />
      ) : null}
      <div className={classes['actions']}>
        <Button variant="primary" size="large" to={`/task/${task.publicTaskId}`} iconAfter="forward">
          {t('submit.showTask')}
        </Button>
        <Button size="large" onClick={onRestart}>
          {t('submit.restart')}
        </Button>
      </div>
    </div>
  );
};
