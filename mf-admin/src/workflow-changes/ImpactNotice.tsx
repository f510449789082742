import { statusCountMax, type WorkflowImpact } from '@obieg/contracts';
import { Notice } from '@obieg/ui';
import { useLanguage } from '@obieg/web-kit';
import { useStatusCounts } from '../api/workflow-layout.api';
import { useAdminMessages } from '../i18n/messages';
import classes from './workflow-changes.module.css';

type StatusImpact = WorkflowImpact['statuses'][number];

/** The server tells no number of tasks. The page adds the number of those that the reader may see, once it is known. */
const StatusLine = ({ status: { statusId, name, effect } }: { status: StatusImpact }) => {
  const t = useAdminMessages();
  const language = useLanguage();
  const tasks = useStatusCounts().data?.find((count) => count.statusId === statusId)?.tasks;
  const text = t(`workflowChanges.impact.${effect}`, { name });
  if (!tasks) return <>{text}</>;
  const exact = tasks.toLocaleString(language === 'en' ? 'en' : 'pl');
  const number = tasks >= statusCountMax ? t('picture.tasksAtLeast', { number: exact }) : exact;
  return (
    <>
      {text} {t('workflowChanges.impact.visibleTasks', { number })}
    </>
  );
};

/** Says what a change does to tasks and permissions, before it is made. */
export const ImpactNotice = ({
  impact: { statuses, missingGroups, lostGroups = [], transitions },
}: {
  impact: WorkflowImpact;
}) => {
  const t = useAdminMessages();
  const lines = [
    ...(missingGroups.length > 0
      ? [t('workflowChanges.impact.missingGroups', { names: missingGroups.join(', ') })]
      : []),
    ...lostGroups.map(({ transition, groups }) =>
      t('workflowChanges.impact.lostGroups', { name: transition, groups: groups.join(', ') }),
    ),
    ...transitions.map(({ name, effect }) => t(`workflowChanges.impact.${effect}`, { name })),
  ];
  if (statuses.length === 0 && lines.length === 0)
    return (
      <Notice tone="success" announce={false}>
        {t('workflowChanges.impact.none')}
      </Notice>
    );
  return (
    <Notice tone="warning" title={t('workflowChanges.impact.title')} announce={false}>
      <ul className={classes['bullets']}>
        {statuses.map((status) => (
          <li key={`${status.effect} ${status.name}`}>
            <StatusLine status={status} />
          </li>
        ))}
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
};
