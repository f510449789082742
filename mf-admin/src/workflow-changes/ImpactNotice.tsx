import type { WorkflowImpact } from '@obieg/contracts';
import { Notice } from '@obieg/ui';
import { useAdminMessages } from '../messages';
import classes from './workflow-changes.module.css';

/** Says what a change does to tasks and permissions, before it is made. */
export const ImpactNotice = ({
  impact: { statuses, missingGroups, transitions },
}: {
  impact: WorkflowImpact;
}) => {
  const t = useAdminMessages();
  const lines = [
    ...statuses.map(({ name, tasks, effect }) =>
      t(`workflowChanges.impact.${effect}`, { name, count: tasks }),
    ),
    ...(missingGroups.length > 0
      ? [t('workflowChanges.impact.missingGroups', { names: missingGroups.join(', ') })]
      : []),
    ...transitions.map(({ name, effect }) => t(`workflowChanges.impact.${effect}`, { name })),
  ];
  if (lines.length === 0)
    return (
      <Notice tone="success" announce={false}>
        {t('workflowChanges.impact.none')}
      </Notice>
    );
  return (
    <Notice tone="warning" title={t('workflowChanges.impact.title')} announce={false}>
      <ul className={classes['bullets']}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
};
