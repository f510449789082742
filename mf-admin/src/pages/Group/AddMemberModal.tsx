import type { GroupMemberRole } from '@obieg/contracts';
import { Button, Form, Notice, SelectField } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { type FormEvent, useState } from 'react';
import { useAddMember } from '../../api/groups.api';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { initialRoles, listRoleOptions } from './member-roles';
import { NewMemberField } from './NewMemberField';

interface AddMemberModalProps {
  groupId: number;
  /** Existing members; the modal does not offer them. */
  memberIds: ReadonlySet<number>;
  onClose: () => void;
}

export const AddMemberModal = ({ groupId, memberIds, onClose }: AddMemberModalProps) => {
  const t = useAdminMessages();
  const { mutate, isPending } = useAddMember(groupId);
  const [userId, setUserId] = useState<number>();
  const [role, setRole] = useState<GroupMemberRole>('MEMBER');
  const [failure, setFailure] = useState<string>();

  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (userId === undefined || isPending) return;
    setFailure(undefined);
    mutate(
      { userId, role },
      {
        onSuccess: onClose,
        onError: (error) => setFailure(appendReason(t('group.members.addFailed'), error)),
      },
    );
  };
  return (
    <Modal isOpen onClose={onClose} title={t('group.members.addTitle')}>
      <Form onSubmit={add}>
        {failure ? <Notice tone="danger">{failure}</Notice> : null}
        <NewMemberField memberIds={memberIds} onChange={setUserId} />
        <SelectField
          label={t('group.members.role')}
          help={t(`memberRoles.${role}.help`)}
          value={role}
          onChange={({ target }) => setRole(target.value as GroupMemberRole)}
          options={listRoleOptions(t, initialRoles)}
        />
        <ModalActions>
          <Button onClick={onClose} disabled={isPending}>
            {t('groups.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={isPending} disabled={userId === undefined}>
            {t('group.members.addButton')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};
