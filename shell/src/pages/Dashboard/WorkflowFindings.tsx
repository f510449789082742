import { type Finding, findingSeverities } from '@obieg/contracts';
import { Badge, Card, QueryView, SkeletonLines, Text, TextLink } from '@obieg/ui';
import { useShellMessages } from '../../i18n/shell-messages';
import { useStuckTasks, useWorkflowFindings } from './dashboard.api';
import classes from './dashboard.module.css';

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
  const t = useShellMessages();
  const { data: stuck, error } = useStuckTasks();
  if (findings.length === 0 && !stuck?.count)
    return isComplete && !error ? <Text muted>{t('dashboard.workflowSound')}</Text> : null;
  return (
    <ul className={classes['counts']}>
      {stuck?.count ? (
        <Count
          tone="danger"
          label={t('dashboard.stuckTasks')}
          // Not all tasks were looked at.
          count={`${stuck.count}${stuck.isComplete ? '' : '+'}`}
        />
      ) : null}
      {findingSeverities.map((severity) => {
        const count = findings.filter((finding) => finding.severity === severity).length;
        const label = t(`dashboard.severities.${severity}`);
        return count === 0 ? null : (
          <Count key={severity} tone={tones[severity]} label={label} count={String(count)} />
        );
      })}
    </ul>
  );
};

/** Card for workflow managers: how many mistakes the workflow has and how many tasks are stuck, with a link. */
export const WorkflowFindings = ({ listPath }: { listPath: string | undefined }) => {
  const t = useShellMessages();
  const stuck = useStuckTasks();
  return (
    <Card title={t('dashboard.workflowCheck')}>
      <QueryView
        query={useWorkflowFindings()}
        failure={t('dashboard.workflowFailed')}
        skeleton={<SkeletonLines lines={2} />}
      >
        {({ findings, isComplete }) => (
          <div className={classes['lines']}>
            <Counts findings={findings} isComplete={isComplete} />
            {isComplete ? null : <Text muted>{t('dashboard.workflowIncomplete')}</Text>}
            {stuck.error ? <Text muted>{t('dashboard.tasksFailed')}</Text> : null}
            {(findings.length > 0 || !isComplete || stuck.data?.count) && listPath ? (
              <p className={classes['total']}>
                <TextLink to={listPath}>{t('dashboard.workflowMend')}</TextLink>
              </p>
            ) : null}
          </div>
        )}
      </QueryView>
    </Card>
  );
};
