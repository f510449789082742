import type { Approval } from '@obieg/contracts';
import { groupPathOf } from '@obieg/contracts/group-path';
import { Text } from '@obieg/ui';
import { useGroupList } from '../../api/groups.api';
import { useTransitionList } from '../../api/transitions.api';
import { useAdminMessages } from '../../i18n/messages';

/** Who decides about tasks in a status, how many must agree, and where their decision leads. */
export const ApprovalDetails = ({ approval }: { approval: Approval }) => {
  const t = useAdminMessages();
  const { data: groups = [] } = useGroupList();
  const { data: transitions = [] } = useTransitionList();
  const { quorum } = approval;
  const groupNames = groups.filter(({ id }) => approval.approverGroupIds.includes(id)).map(groupPathOf);
  const nameOf = (id: number): string => transitions.find((one) => one.id === id)?.name ?? `#${id}`;
  const needed =
    typeof quorum === 'number'
      ? `${t('status.approval.number')}: ${quorum}`
      : `${t('status.approval.quorum')}: ${t(`status.approval.quorums.${quorum}`)}`;
  return (
    <>
      <Text>{groupNames.join(', ')}</Text>
      <Text size="small" muted>
        {needed}
      </Text>
      <Text size="small" muted>
        {t('status.approval.approvedTransitionId')}: {nameOf(approval.approvedTransitionId)};{' '}
        {t('status.approval.rejectedTransitionId')}: {nameOf(approval.rejectedTransitionId)}
      </Text>
    </>
  );
};
