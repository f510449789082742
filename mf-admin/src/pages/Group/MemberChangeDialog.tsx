import type { GroupMember, GroupMemberRole } from '@obieg/contracts';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { useRemoveMember } from '../../api/groups.api';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { nameMemberRole } from '../../members/role-names';
import { findDemotionEffects, findRemovalEffects } from './member-change-effects';

export interface MemberChange {
  member: GroupMember;
  /** Undefined: the member is removed. */
  role?: GroupMemberRole;
}

interface MemberChangeDialogProps {
  groupId: number;
  members: readonly GroupMember[];
  change: MemberChange;
  onRoleChange: (member: GroupMember, role: GroupMemberRole) => void;
  onFailure: (text: string) => void;
  onClose: () => void;
}

/** Confirms a removal, or a lower role that has consequences. Says what follows. */
export const MemberChangeDialog = ({
  groupId,
  members,
  change: { member, role },
  onRoleChange,
  onFailure,
  onClose,
}: MemberChangeDialogProps) => {
  const t = useAdminMessages();
  const { mutate: remove, isPending } = useRemoveMember(groupId);
  const name = member.userName;
  const effects = role ? findDemotionEffects(member, role, members) : findRemovalEffects(member, members);
  const confirm = (): void => {
    if (role) {
      onRoleChange(member, role);
      onClose();
      return;
    }
    remove(member.userId, {
      onError: (error) => onFailure(appendReason(t('group.members.removeFailed'), error)),
      onSettled: onClose,
    });
  };
  return (
    <ConfirmDialog
      isOpen
      title={
        role
          ? t('group.members.demoteTitle', { name, role: nameMemberRole(t, role) })
          : t('group.members.removeTitle', { name })
      }
      confirmLabel={t(role ? 'group.members.demoteButton' : 'group.members.removeButton')}
      cancelLabel={t('groups.cancel')}
      isRunning={isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {role ? null : <p>{t('group.members.removeQuestion')}</p>}
      {effects.map((effect) => (
        <p key={effect}>{t(effect, { name })}</p>
      ))}
    </ConfirmDialog>
  );
};
