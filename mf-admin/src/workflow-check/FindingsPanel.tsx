import { Card, Icon, LinkButton, Text } from '@obieg/ui';
import { usePermissions } from '@obieg/web-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/messages';
import { FindingList } from './FindingList';
import { describeFindingCount } from './finding-texts';
import { StuckTasks } from './StuckTasks';
import { UncheckedNote } from './UncheckedNote';
import { useWorkflowCheck } from './workflow-check.api';
import classes from './workflow-check.module.css';

const shownFirst = 3;

/** Lists the findings of the whole workflow, errors first. */
const Findings = () => {
  const t = useAdminMessages();
  const { data, error, isFetching, refetch } = useWorkflowCheck();
  const [isOpen, setIsOpen] = useState(false);
  if (!data)
    return error ? (
      <div className={classes['line']} role="status">
        <Icon name="warning" size={16} />
        <Text muted>{t('check.failed')}</Text>
        <LinkButton onClick={() => void refetch()} disabled={isFetching}>
          {t('check.again')}
        </LinkButton>
      </div>
    ) : (
      // Keeps the place of the usual line, so that the page does not move when the check ends.
      <div className={classes['line']}>
        <Text muted>{'\u00a0'}</Text>
      </div>
    );
  const { findings, unchecked } = data;
  if (findings.length === 0)
    return unchecked?.length ? (
      <UncheckedNote unchecked={unchecked} />
    ) : (
      <div className={classes['line']}>
        <Icon name="check" size={16} />
        <Text muted>{t('check.none')}</Text>
      </div>
    );
  const isLong = findings.length > shownFirst;
  return (
    <Card
      title={describeFindingCount(t, findings)}
      actions={
        isLong ? (
          <LinkButton onClick={() => setIsOpen(!isOpen)}>
            {t(isOpen ? 'check.showLess' : 'check.showAll')}
          </LinkButton>
        ) : null
      }
    >
      <FindingList findings={isOpen ? findings : findings.slice(0, shownFirst)} />
      <UncheckedNote unchecked={unchecked} />
    </Card>
  );
};

/** Findings of the workflow check and tasks that are stuck now, for workflow managers on each workflow page. */
export const FindingsPanel = () =>
  usePermissions().canManageWorkflow ? (
    <>
      <Findings />
      <StuckTasks />
    </>
  ) : null;
