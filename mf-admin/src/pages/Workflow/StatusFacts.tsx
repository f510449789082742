import { type StatusTransition, statusCountMax, type WorkflowStatus } from '@obieg/contracts';
import { Button, DetailList, LinkButton, StatusBadge, Text } from '@obieg/ui';
import { useLanguage, usePermissions } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { useStatusCounts } from '../../api/workflow-layout.api';
import { useAdminMessages } from '../../i18n/messages';
import { FindingList } from '../../workflow-check/FindingList';
import { FindingMark } from '../../workflow-check/FindingMark';
import { useFindingsOf } from '../../workflow-check/use-findings';
import type { Selection } from '../../workflow-picture/geometry/focus';
import classes from './workflow.module.css';

interface StatusFactsProps {
  /** Undefined for the start of new tasks. */
  status: WorkflowStatus | undefined;
  transitions: readonly StatusTransition[];
  onSelect: (selection: Selection) => void;
}

const TaskCount = ({ statusId }: { statusId: number }) => {
  const t = useAdminMessages();
  const language = useLanguage();
  const { data, error } = useStatusCounts();
  if (!data) return <Text muted>{error ? t('picture.tasksFailed') : '…'}</Text>;
  const tasks = data.find((count) => count.statusId === statusId)?.tasks ?? 0;
  const number = tasks.toLocaleString(language === 'en' ? 'en' : 'pl');
  return <>{tasks >= statusCountMax ? t('picture.tasksAtLeast', { number }) : number}</>;
};

interface TransitionLinksProps extends Pick<StatusFactsProps, 'transitions' | 'onSelect'> {
  empty: string;
  /** The other end of a transition. */
  otherEndOf: (transition: StatusTransition) => string;
}

const TransitionLinks = ({ transitions, empty, otherEndOf, onSelect }: TransitionLinksProps): ReactNode => {
  if (transitions.length === 0) return <Text muted>{empty}</Text>;
  return (
    <ul className={classes['lines']}>
      {transitions.map((transition) => (
        <li key={transition.id}>
          <LinkButton onClick={() => onSelect({ transitionId: transition.id })}>{transition.name}</LinkButton>{' '}
          <Text as="span" muted>
            {otherEndOf(transition)}
          </Text>
          <FindingMark kind="transition" id={transition.id} />
        </li>
      ))}
    </ul>
  );
};

const Findings = ({ statusId }: { statusId: number }) => {
  const findings = useFindingsOf('status', statusId);
  return findings.length > 0 ? <FindingList findings={findings} /> : null;
};

/** Type, number of tasks, findings and transitions of a status. */
export const StatusFacts = ({ status, transitions, onSelect }: StatusFactsProps) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const id = status?.id ?? null;
  const links = {
    out: transitions.filter(({ fromStatusId }) => fromStatusId === id),
    into: transitions.filter(({ toStatusId }) => toStatusId === id),
  };
  const outgoing = {
    label: t('picture.outgoing'),
    value: (
      <TransitionLinks
        transitions={links.out}
        empty={t('transitions.none')}
        otherEndOf={({ toStatusName }) => `→ ${toStatusName}`}
        onSelect={onSelect}
      />
    ),
  };
  const incoming = {
    label: t('picture.incoming'),
    value: (
      <TransitionLinks
        transitions={links.into}
        empty={t('transitions.none')}
        otherEndOf={({ fromStatusName }) => `← ${fromStatusName ?? t('diagram.start')}`}
        onSelect={onSelect}
      />
    ),
  };
  return (
    <>
      {status ? <Findings statusId={status.id} /> : null}
      <DetailList
        items={
          status
            ? [
                {
                  label: t('status.type'),
                  value: (
                    <StatusBadge type={status.statusType}>
                      {t(`statusTypes.${status.statusType}`)}
                    </StatusBadge>
                  ),
                },
                { label: t('picture.tasks'), value: <TaskCount statusId={status.id} /> },
                outgoing,
                incoming,
              ]
            : [outgoing]
        }
      />
      {canManageWorkflow ? (
        <div className={classes['panelActions']}>
          <Button
            size="small"
            icon="add"
            to={status ? `/status-transitions/new?from=${status.id}` : '/status-transitions/new'}
          >
            {t('diagram.addFrom')}
          </Button>
          {status ? (
            <Button size="small" icon="edit" to={`/workflow-statuses/${status.id}/edit`}>
              {t('picture.editStatus')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
};
