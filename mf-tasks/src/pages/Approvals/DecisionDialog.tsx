import type { ApprovalDecision, PendingApproval } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Text, TextArea } from '@obieg/ui';
import { ActionDialog, useAction } from '@obieg/ui/overlays';
import { describeError, notify } from '@obieg/web-kit';
import { useState } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { useDecide } from './approvals.api';

interface DecisionDialogProps {
  approval: PendingApproval;
  decision: ApprovalDecision;
  onClose: () => void;
}

/** Confirms a decision, with an optional comment. */
export const DecisionDialog = ({ approval, decision, onClose }: DecisionDialogProps) => {
  const t = useTaskMessages();
  const [comment, setComment] = useState('');
  const { mutateAsync } = useDecide();
  const action = useAction({
    describeFailure: (error) => t('approval.failed', { reason: describeError(error) }),
    onDone: onClose,
  });
  const send = async (): Promise<void> => {
    await mutateAsync({ approval, decision, comment });
    notify.success(t(`approval.recorded.${decision}`));
  };
  const names = approval.onBehalfOf.map(({ name }) => name).join(', ');
  const label = t(decision === 'APPROVED' ? 'approval.approve' : 'approval.reject');
  return (
    <ActionDialog
      title={t('approvals.decide', { decision: label, title: approval.title })}
      isDirty={comment.trim() !== ''}
      action={action}
      onSubmit={() => action.run(send)}
      submitLabel={label}
      onClose={onClose}
    >
      {names ? <Text>{t('approval.onBehalfOf', { names })}</Text> : null}
      <TextArea
        label={t('approval.comment')}
        optional
        maxLength={limits.commentMaxLength}
        rows={3}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
        data-autofocus
      />
    </ActionDialog>
  );
};
