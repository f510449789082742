import type { Finding, StatusTransition, WorkflowStatus } from '@obieg/contracts';
import { Card, LinkButton, Text } from '@obieg/ui';
import { useAdminMessages } from '../../i18n/messages';
import {
  createConditionOf,
  createSeverityOf,
  listDecidedIds,
  listMarks,
} from '../../workflow-picture/describe-workflow';
import type { Selection } from '../../workflow-picture/geometry/focus';
import type { Mark } from '../../workflow-picture/geometry/picture';
import classes from './workflow.module.css';

interface WorkflowStructureProps {
  statuses: readonly WorkflowStatus[];
  transitions: readonly StatusTransition[];
  findings: readonly Finding[];
  onSelect: (selection: Selection) => void;
}

const isSeverity = (mark: Mark): mark is Finding['severity'] =>
  mark === 'error' || mark === 'warning' || mark === 'hint';

const useMarkTexts = (): ((marks: readonly Mark[]) => string) => {
  const t = useAdminMessages();
  return (marks) =>
    marks
      .map((mark) => t(isSeverity(mark) ? `check.severities.${mark}` : `picture.marks.${mark}`))
      .join(', ');
};

interface StatusItemProps extends WorkflowStructureProps {
  /** Undefined for the start of new tasks. */
  status: WorkflowStatus | undefined;
}

const StatusItem = ({ status, transitions, findings, onSelect }: StatusItemProps) => {
  const t = useAdminMessages();
  const markTexts = useMarkTexts();
  const severityOf = createSeverityOf(findings, 'transition');
  const id = status?.id ?? null;
  const outgoing = transitions.filter(({ fromStatusId }) => fromStatusId === id);
  const condition = status && createConditionOf(transitions, findings)(status);
  const severity = status && createSeverityOf(findings, 'status')(status);
  const facts = [
    status && t(`statusTypes.${status.statusType}`),
    condition && t(`picture.conditions.${condition}`),
    severity && t(`check.severities.${severity}`),
  ].filter(Boolean);
  return (
    <li className={classes['structureItem']}>
      <strong>
        <LinkButton onClick={() => onSelect({ statusId: id })}>
          {status?.name ?? t('diagram.start')}
        </LinkButton>
      </strong>{' '}
      <Text as="span" muted size="small">
        {facts.join(', ')}
      </Text>
      {outgoing.length > 0 ? (
        <ul className={classes['structureTransitions']}>
          {outgoing.map((transition) => {
            const marks = markTexts(
              listMarks(transition, severityOf(transition), listDecidedIds(status ? [status] : [])),
            );
            return (
              <li key={transition.id}>
                <LinkButton onClick={() => onSelect({ transitionId: transition.id })}>
                  {transition.name}
                </LinkButton>{' '}
                → {transition.toStatusName}
                {marks ? (
                  <Text as="span" muted size="small">
                    {' '}
                    ({marks})
                  </Text>
                ) : null}
              </li>
            );
          })}
        </ul>
      ) : null}
    </li>
  );
};

/** The structure of the picture as a list: statuses with their outgoing transitions. */
export const WorkflowStructure = (props: WorkflowStructureProps) => {
  const t = useAdminMessages();
  return (
    <Card title={t('picture.structure')}>
      <ul className={classes['structure']}>
        {[undefined, ...props.statuses].map((status) => (
          <StatusItem key={status?.id ?? 'start'} {...props} status={status} />
        ))}
      </ul>
    </Card>
  );
};
