import { type JoinedFields, joinSets } from '@obieg/ui/conflicts';
import { useGroupList } from '../../api/groups.api';
import { useTransitionList } from '../../api/transitions.api';
import { useAdminMessages } from '../../i18n/messages';
import type { StatusFormValues } from './status-form';

const nameOf = (items: readonly { id: number; name: string }[] | undefined, id: number): string =>
  items?.find((item) => item.id === id)?.name ?? `#${id}`;

/** How changes of an approval are joined and shown. */
export const useApprovalFields = (): Omit<JoinedFields<StatusFormValues>, 'name' | 'statusType'> => {
  const t = useAdminMessages();
  const { data: groups } = useGroupList();
  const { data: transitions } = useTransitionList();
  const describeFlag = (isSet: boolean) => [t(isSet ? 'transitions.yes' : 'transitions.no')];
  const describeTransition = (id: string) => [id === '' ? '' : nameOf(transitions, Number(id))];
  return {
    hasApproval: { label: t('status.approval.has'), describe: describeFlag },
    approverGroupIds: {
      label: t('status.approval.groups'),
      describe: (ids) => ids.map((id) => nameOf(groups, id)),
      join: joinSets,
      contentOf: (ids) => [...ids].sort((one, other) => one - other),
    },
    quorumKind: {
      label: t('status.approval.quorum'),
      describe: (kind) => [t(`status.approval.quorums.${kind}`)],
    },
    quorumNumber: { label: t('status.approval.number') },
    isAuthorExcluded: { label: t('status.approval.authorExcluded'), describe: describeFlag },
    approvedTransitionId: {
      label: t('status.approval.approvedTransitionId'),
      describe: describeTransition,
    },
    rejectedTransitionId: {
      label: t('status.approval.rejectedTransitionId'),
      describe: describeTransition,
    },
  };
};
