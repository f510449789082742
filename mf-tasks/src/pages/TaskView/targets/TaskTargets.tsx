import type { TargetHistoryEntry, Task } from '@obieg/contracts';
import { Button, Card, DateTime, DetailList } from '@obieg/ui';
import { useState } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import { TargetCountdown } from '../../../targets/TargetCountdown';
import { describeElapsed } from '../../../targets/target-words';
import { useTargetHistory } from './target-history.api';
import classes from './targets.module.css';

const Entry = ({ entry }: { entry: TargetHistoryEntry }) => {
  const t = useTaskMessages();
  const cause = entry.statusName ?? t(`targets.causes.${entry.cause}`);
  return (
    <li>
      <DateTime value={entry.changedAt} format="dateTime" /> {entry.metric}:{' '}
      {t(`targets.changes.${entry.change}`)} ({cause})
    </li>
  );
};

const History = ({ publicTaskId }: { publicTaskId: number }) => {
  const t = useTaskMessages();
  const history = useTargetHistory(publicTaskId);
  if (history.isError) return <p role="alert">{t('targets.historyFailed')}</p>;
  return (
    <ul aria-label={t('targets.history')} aria-busy={history.isPending} className={classes['history']}>
      {history.data?.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ul>
  );
};

/** The targets of a task with what is left of each, and when their clocks started, stood still and ended. */
const TaskTargets = ({ task: { publicTaskId, targets } }: { task: Task }) => {
  const t = useTaskMessages();
  const [isShown, setIsShown] = useState(false);
  return (
    <Card title={t('targets.title')}>
      <DetailList
        items={(targets ?? []).map((target) => ({
          label: target.metric,
          value: (
            <>
              <TargetCountdown target={target} />
              <div className={classes['elapsed']}>{describeElapsed(target, t)}</div>
            </>
          ),
        }))}
      />
      <Button variant="quiet" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {t(isShown ? 'targets.hideHistory' : 'targets.showHistory')}
      </Button>
      {isShown ? <History publicTaskId={publicTaskId} /> : null}
    </Card>
  );
};

export default TaskTargets;
