import { type FindingSubject, findingSeverities } from '@obieg/contracts';
import { Badge } from '@obieg/ui';
import { useAdminMessages } from '../i18n/messages';
import { toneOfSeverity, useFindingText } from './finding-texts';
import { useFindingsOf } from './use-findings';
import classes from './workflow-check.module.css';

interface FindingMarkProps {
  kind: FindingSubject['kind'];
  id: number;
}

/** Marks a row with its most severe finding. Shows nothing without findings. */
export const FindingMark = ({ kind, id }: FindingMarkProps) => {
  const t = useAdminMessages();
  const textOf = useFindingText();
  const findings = useFindingsOf(kind, id);
  const severity = findingSeverities.find((one) => findings.some((finding) => finding.severity === one));
  if (!severity) return null;
  return (
    <>
      {/* Separates the name from the mark for screen readers and when copied. */}{' '}
      <span className={classes['mark']} title={findings.map(textOf).join('\n')}>
        <Badge tone={toneOfSeverity[severity]} icon={severity === 'error' ? 'error' : 'warning'}>
          {t(`check.severities.${severity}`)}
        </Badge>
      </span>
    </>
  );
};
