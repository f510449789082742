import type { Finding, FindingCode } from '@obieg/contracts';
import { Notice } from '@obieg/ui';
import { useAdminMessages } from '../i18n/messages';
import { describeFindingCount, isHint } from '../workflow-check/finding-texts';
import { UncheckedNote } from '../workflow-check/UncheckedNote';
import { useBilingual } from './use-bilingual';
import classes from './workflow-changes.module.css';

const shownMax = 20;

interface PreviewFindingsProps {
  findings: readonly Finding[];
  /** Absent from a server of the previous release. */
  unchecked?: readonly FindingCode[] | undefined;
}

/** Lists what the workflow check finds in a workflow that is not saved yet, and says what it did not check. */
export const PreviewFindings = ({ findings, unchecked }: PreviewFindingsProps) => {
  const t = useAdminMessages();
  const inLanguage = useBilingual();
  if (findings.length === 0)
    return unchecked?.length ? (
      <UncheckedNote unchecked={unchecked} />
    ) : (
      <Notice tone="success" announce={false}>
        {t('workflowChanges.findings.none')}
      </Notice>
    );
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  const hidden = findings.length - shownMax;
  return (
    <Notice
      tone={hasErrors ? 'danger' : findings.every(isHint) ? 'info' : 'warning'}
      title={describeFindingCount(t, findings)}
      announce={false}
    >
      <ul className={classes['bullets']}>
        {findings.slice(0, shownMax).map(({ code, subject, message }) => (
          <li key={`${code} ${subject.kind} ${subject.id} ${message.en}`}>{inLanguage(message)}</li>
        ))}
        {hidden > 0 ? <li>{t('workflowChanges.findings.more', { count: hidden })}</li> : null}
      </ul>
      <UncheckedNote unchecked={unchecked} />
    </Notice>
  );
};
