import type { TaskImpact, WorkflowImpactRequest } from '@obieg/contracts';
import { LinkButton, Notice, Text } from '@obieg/ui';
import { useMemo } from 'react';
import { useAdminMessages } from '../i18n/messages';
import { useTaskImpact } from './task-impact.api';
import classes from './task-impact.module.css';

const ImpactLines = ({ impact: { transitions, stuck } }: { impact: TaskImpact }) => {
  const t = useAdminMessages();
  const lost = transitions.filter((one) => one.lost > 0);
  const gained = transitions.filter((one) => one.gained > 0);
  return (
    <ul className={classes['lines']}>
      {stuck.map(({ statusId, statusName, tasks }) => (
        <li key={`stuck ${statusId}`}>{t('taskImpact.stuck', { count: tasks, status: statusName })}</li>
      ))}
      {lost.map(({ statusId, statusName, transitionId, transitionName, lost: count }) => (
        <li key={`lost ${statusId} ${transitionId}`}>
          {t('taskImpact.lost', { count, status: statusName, transition: transitionName })}
        </li>
      ))}
      {gained.map(({ statusId, statusName, transitionId, transitionName, gained: count }) => (
        <li key={`gained ${statusId} ${transitionId}`}>
          {t('taskImpact.gained', { count, status: statusName, transition: transitionName })}
        </li>
      ))}
    </ul>
  );
};

/** Says which numbers are incomplete: not all tasks were looked at, and the reader may not see all of them. */
const ImpactLimits = ({ impact: { unchecked } }: { impact: TaskImpact }) => {
  const t = useAdminMessages();
  const names = unchecked.map(({ statusName }) => statusName).join(', ');
  return (
    <Text size="small" muted>
      {names ? `${t('taskImpact.unchecked', { names })} ` : ''}
      {t('taskImpact.onlyVisible')}
    </Text>
  );
};

const ImpactResult = ({ impact }: { impact: TaskImpact }) => {
  const t = useAdminMessages();
  const { transitions, stuck } = impact;
  if (transitions.length === 0 && stuck.length === 0)
    return (
      <div role="status">
        <Text muted>{t(impact.unchecked.length > 0 ? 'taskImpact.noneFound' : 'taskImpact.none')}</Text>
        <ImpactLimits impact={impact} />
      </div>
    );
  const isLoss = stuck.length > 0 || transitions.some(({ lost }) => lost > 0);
  return (
    <Notice tone={isLoss ? 'warning' : 'info'} title={t('taskImpact.title')}>
      <ImpactLines impact={impact} />
      <ImpactLimits impact={impact} />
    </Notice>
  );
};

interface TaskImpactNoticeProps {
  /** The workflow that is not saved yet. Undefined if it cannot affect a task. */
  request: WorkflowImpactRequest | undefined;
  /** Whether the reader still changes it, so that it is not asked yet. */
  isChanging?: boolean;
}

/** Says how many open tasks lose or gain which transitions by a change, before it is saved. Never blocks saving. */
export const TaskImpactNotice = ({ request, isChanging = false }: TaskImpactNoticeProps) => {
  const t = useAdminMessages();
  const requestText = useMemo(
    () => (request && !isChanging ? JSON.stringify(request) : undefined),
    [request, isChanging],
  );
  const { data, error, isFetching, refetch } = useTaskImpact(requestText);
  if (!request) return null;
  const hasFailed = error !== null && !isChanging && !isFetching;
  if (data && !isChanging) return <ImpactResult impact={data} />;
  return (
    <div role="status">
      <Text muted>
        {t(hasFailed ? 'taskImpact.failed' : 'taskImpact.counting')}{' '}
        {hasFailed ? <LinkButton onClick={() => void refetch()}>{t('check.again')}</LinkButton> : null}
      </Text>
    </div>
  );
};
