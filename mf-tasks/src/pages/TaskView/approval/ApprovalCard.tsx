import type { ApprovalDecision, TaskApproval, TaskApprover } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Button, Card, DateTime, Icon, Notice, PersonName, Text, TextArea } from '@obieg/ui';
import { describeError, notify, useSearchParams } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import { useDecideApproval, useTaskPart } from '../../../task/task.api';
import classes from './approval.module.css';

const icons = { APPROVED: 'check', REJECTED: 'clear', OTHER: 'circle' } as const;

const Approver = ({ approver }: { approver: TaskApprover }) => {
  const t = useTaskMessages();
  const { name, addressHint, decision, decidedAt, comment, substitute, absentUntil, isBlind } = approver;
  return (
    <li className={classes['approver']} data-decision={decision ?? undefined}>
      <Icon name={decision ? icons[decision] : 'clock'} size={16} />
      <div>
        <PersonName name={name} addressHint={addressHint} />{' '}
        <Text size="small" muted>
          {decision ? t(`approval.decisions.${decision}`) : t('approval.waiting')}
          {decidedAt ? (
            <>
              {' '}
              <DateTime value={decidedAt} format="relative" />
            </>
          ) : null}
        </Text>
        {absentUntil ? (
          <Text size="small" muted>
            {t('approval.absentUntil')} <DateTime value={absentUntil} format="mediumDate" />
          </Text>
        ) : null}
        {substitute ? (
          <Text size="small" muted>
            {t(decision ? 'approval.decidedBySubstitute' : 'approval.substitute', { name: substitute.name })}
          </Text>
        ) : null}
        {isBlind && !decision ? <Text size="small">{t('approval.blind')}</Text> : null}
        {comment ? <Text preserveLines>{comment}</Text> : null}
      </div>
    </li>
  );
};

interface DecisionFormProps {
  taskId: number;
  approval: TaskApproval;
  mine: NonNullable<TaskApproval['mine']>;
}

const DecisionForm = ({ taskId, approval: { roundId }, mine }: DecisionFormProps) => {
  const t = useTaskMessages();
  const [comment, setComment] = useState(mine.comment ?? '');
  const [failure, setFailure] = useState<string>();
  const { mutateAsync, isPending, variables } = useDecideApproval(taskId);
  const decide = async (decision: ApprovalDecision): Promise<void> => {
    setFailure(undefined);
    try {
      await mutateAsync({ decision, comment, roundId });
      notify.success(t(`approval.recorded.${decision}`));
    } catch (error) {
      setFailure(t('approval.failed', { reason: describeError(error) }));
    }
  };
  const names = mine.onBehalfOf.map(({ name }) => name).join(', ');
  return (
    <div className={classes['decision']}>
      {names ? <Text>{t('approval.onBehalfOf', { names })}</Text> : null}
      {mine.decision ? (
        <Text size="small" muted>
          {t('approval.changeable')}
        </Text>
      ) : null}
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      <TextArea
        label={t('approval.comment')}
        optional
        maxLength={limits.commentMaxLength}
        rows={2}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
      />
      <div className={classes['buttons']}>
        <Button
          variant="primary"
          icon="check"
          loading={isPending && variables?.decision === 'APPROVED'}
          disabled={isPending}
          onClick={() => void decide('APPROVED')}
        >
          {t('approval.approve')}
        </Button>
        <Button
          icon="clear"
          loading={isPending && variables?.decision === 'REJECTED'}
          disabled={isPending}
          onClick={() => void decide('REJECTED')}
        >
          {t('approval.reject')}
        </Button>
      </div>
    </div>
  );
};

/** A link of a mail shows the decision. It decides nothing. */
const useLinkedCard = (isShown: boolean) => {
  const [params] = useSearchParams();
  const card = useRef<HTMLDivElement>(null);
  const isLinked = params.has('approval');
  useEffect(() => {
    if (isShown && isLinked) card.current?.focus();
  }, [isShown, isLinked]);
  return card;
};

/** The open approval of the task: who has decided and who has not, and the caller's own decision. */
const ApprovalCard = ({ taskId }: { taskId: number }) => {
  const t = useTaskMessages();
  const { data: approval } = useTaskPart(taskId, 'approval');
  const card = useLinkedCard(Boolean(approval));
  if (!approval) return null;
  const { approvers, needed, mine, startedAt } = approval;
  return (
    <div ref={card} tabIndex={-1}>
      <Card title={t('approval.title')}>
        <Text muted>
          {t('approval.since')} <DateTime value={startedAt} />
          {needed === undefined ? null : `. ${t('approval.needed', { count: needed })}`}
        </Text>
        {approvers?.length === 0 ? <Notice tone="warning">{t('approval.nobody')}</Notice> : null}
        {approvers && approvers.length > 0 ? (
          <ul className={classes['approvers']} aria-label={t('approval.approvers')}>
            {approvers.map((approver) => (
              <Approver key={approver.userId} approver={approver} />
            ))}
          </ul>
        ) : null}
        {mine ? (
          <DecisionForm key={approval.roundId} taskId={taskId} approval={approval} mine={mine} />
        ) : null}
      </Card>
    </div>
  );
};
export default ApprovalCard;
