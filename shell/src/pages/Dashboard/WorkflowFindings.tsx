import { type Finding, findingSeverities } from '@obieg/contracts';
import { Badge, Card, QueryView, SkeletonLines, Text, TextLink } from '@obieg/ui';
import { useStuckTasks, useWorkflowFindings } from './dashboard.api';
import classes from './dashboard.module.css';
import { useDashboardMessages } from './messages';

const tones = { error: 'danger', warning: 'warning', hint: 'info' } as const;

const Count = ({
  tone,
  label,
  count,
}: {
  tone: 'danger' | 'warning' | 'info';
  label: string;
  count: string;
}) => (
  <li className={classes['count']}>
    <Badge tone={tone}>{label}</Badge>
    <span className={classes['number']}>{count}</span>
  </li>
);

const Counts = ({ findings, isComplete }: { findings: readonly Finding[]; isComplete: boolean }) => {
  const t = useDashboardMessages();
  const { data: stuck, error } = useStuckTasks();
  if (findings.length === 0 && !stuck?.count)
    return isComplete && !error ? <Text muted>{t('workflowSound')}</Text> : null;
  return (
    <ul className={classes['counts']}>
      {stuck?.count ? (
        <Count
          tone="danger"
          label={t('stuckTasks')}
          // Not all tasks were looked at.
          count={`${stuck.count}${stuck.isComplete ? '' : '+'}`}
        />
      ) : null}
      {findingSeverities.map((severity) => {
        const count = findings.filter((finding) => finding.severity === severity).length;
        const label = t(`severities.${severity}`);
        return count === 0 ? null : (
          <Count key={severity} tone={tones[severity]} label={label} count={String(count)} />
        );
      })}
    </ul>
  );
};

/** Card for workflow managers: how many mistakes the workflow has and how many tasks are stuck, with a link. */
export const WorkflowFindings = ({ listPath }: { listPath: string | undefined }) => {
  const t = useDashboardMessages();
  const stuck = useStuckTasks();
  return (
    <Card title={t('workflowCheck')}>
      <QueryView
        query={useWorkflowFindings()}
        failure={t('workflowFailed')}
        skeleton={<SkeletonLines lines={2} />}
      >
        {({ findings, isComplete }) => (
          <div className={classes['lines']}>
            <Counts findings={findings} isComplete={isComplete} />
            {isComplete ? null : <Text muted>{t('workflowIncomplete')}</Text>}
            {stuck.error ? <Text muted>{t('tasksFailed')}</Text> : null}
            {(findings.length > 0 || !isComplete || stuck.data?.count) && listPath ? (
              <p className={classes['total']}>
                <TextLink to={listPath}>{t('workflowMend')}</TextLink>
              </p>
            ) : null}
          </div>
        )}
      </QueryView>
    </Card>
  );
};
