import type { Finding, WorkflowParameter } from '@obieg/contracts';
import { Badge, Text, TextLink, VisuallyHidden } from '@obieg/ui';
import { useParameterList } from '../api/parameters.api';
import { type ConditionTexts, useConditionTexts } from '../conditions/use-condition-texts';
import { useAdminMessages } from '../i18n/messages';
import { describeExample, mendAddress, toneOfSeverity, useFindingText } from './finding-texts';
import classes from './workflow-check.module.css';

interface FindingListProps {
  findings: readonly Finding[];
  /** Those of the checked workflow. Without them, the saved ones. */
  parameters?: readonly WorkflowParameter[];
  /** Whether each finding links to the page where it is mended. */
  hasLinks?: boolean;
}

interface FindingItemProps extends Pick<ConditionTexts, 'formatValue'> {
  finding: Finding;
  hasLink: boolean;
}

const FindingItem = ({ finding, hasLink, formatValue }: FindingItemProps) => {
  const t = useAdminMessages();
  const textOf = useFindingText();
  const { severity, subject, example } = finding;
  const described = describeExample(t, example, formatValue);
  return (
    <li className={classes['item']}>
      <Badge tone={toneOfSeverity[severity]}>{t(`check.severities.${severity}`)}</Badge>
      <div className={classes['text']}>
        <Text>{textOf(finding)}</Text>
        {described ? (
          <Text size="small" muted>
            {t('check.example', { example: described })}
          </Text>
        ) : null}
      </div>
      {hasLink ? (
        <TextLink to={mendAddress(finding)}>
          {t('check.mend')}
          <VisuallyHidden> {subject.name}</VisuallyHidden>
        </TextLink>
      ) : null}
    </li>
  );
};

/** Lists findings with severity, text and example. */
export const FindingList = ({ findings, parameters, hasLinks = true }: FindingListProps) => {
  const saved = useParameterList().data;
  const { formatValue } = useConditionTexts(parameters ?? saved);
  return (
    <ul className={classes['list']}>
      {findings.map((finding) => (
        <FindingItem
          key={`${finding.code} ${finding.subject.kind} ${finding.subject.id}`}
          finding={finding}
          hasLink={hasLinks}
          formatValue={formatValue}
        />
      ))}
    </ul>
  );
};
