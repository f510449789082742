import { type Finding, findingSeverities } from '@obieg/contracts';
import { Badge, Card, QueryView, SkeletonLines, Text, TextLink } from '@obieg/ui';
import { useShellMessages } from '../../i18n/shell-messages';
import { useWorkflowFindings } from './dashboard.api';
import classes from './dashboard.module.css';

const tones = { error: 'danger', warning: 'warning', hint: 'info' } as const;

const FindingCounts = ({ findings }: { findings: readonly Finding[] }) => {
  const t = useShellMessages();
  if (findings.length === 0) return <Text muted>{t('dashboard.workflowSound')}</Text>;
  return (
    <ul className={classes['counts']}>
      {findingSeverities.map((severity) => {
        const count = findings.filter((finding) => finding.severity === severity).length;
        return count === 0 ? null : (
          <li key={severity} className={classes['count']}>
            <Badge tone={tones[severity]}>{t(`dashboard.severities.${severity}`)}</Badge>
            <span className={classes['number']}>{count}</span>
          </li>
        );
      })}
    </ul>
  );
};

/** Card for workflow managers: how many mistakes the workflow check found, with a link to the list. */
export const WorkflowFindings = ({ listPath }: { listPath: string | undefined }) => {
  const t = useShellMessages();
  return (
    <Card title={t('dashboard.workflowCheck')}>
      <QueryView
        query={useWorkflowFindings()}
        failure={t('dashboard.workflowFailed')}
        skeleton={<SkeletonLines lines={2} />}
      >
        {({ findings, isComplete }) => (
          <div className={classes['lines']}>
            {findings.length > 0 || isComplete ? <FindingCounts findings={findings} /> : null}
            {isComplete ? null : <Text muted>{t('dashboard.workflowIncomplete')}</Text>}
            {(findings.length > 0 || !isComplete) && listPath ? (
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
