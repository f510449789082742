import { type GroupMemberRole, groupMemberRoles, type UserSummary } from '@obieg/contracts';
import { Button, Form, Notice, SelectField } from '@obieg/ui';
import { Modal, ModalActions, UserSearchBox } from '@obieg/ui/overlays';
import { type FormEvent, useState } from 'react';
import { searchUsers, useAddMember } from '../../groups.api';
import { useAdminMessages } from '../../messages';

interface AddMemberModalProps {
  groupId: number;
  /** Not offered again. */
  memberIds: ReadonlySet<number>;
  onClose: () => void;
}

/** Nobody joins suspended (spec 2 §3). */
const rolesToJoinWith = groupMemberRoles.filter((role) => role !== 'SUSPENDED');

export const AddMemberModal = ({ groupId, memberIds, onClose }: AddMemberModalProps) => {
  const t = useAdminMessages();
  const { mutate, isPending } = useAddMember(groupId);
  const [user, setUser] = useState<UserSummary | null>(null);
  const [role, setRole] = useState<GroupMemberRole>('MEMBER');
  const [failure, setFailure] = useState<string>();

  const searchOthers: typeof searchUsers = async (term, signal) => {
    const { users, limitReached } = await searchUsers(term, signal);
    return { users: users.filter(({ id }) => !memberIds.has(id)), limitReached };
  };
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (!user) return;
    mutate(
      { userId: user.id, role },
      { onSuccess: onClose, onError: () => setFailure(t('group.members.addFailed')) },
    );
  };
  return (
    <Modal isOpen onClose={onClose} title={t('group.members.addTitle')}>
      <Form onSubmit={add}>
        {failure ? <Notice tone="danger">{failure}</Notice> : null}
        <UserSearchBox
          label={t('group.members.user')}
          placeholder={t('group.members.chooseUser')}
          search={searchOthers}
          value={user}
          onChange={setUser}
        />
        <SelectField
          label={t('group.members.role')}
          value={role}
          onChange={({ target }) => setRole(target.value as GroupMemberRole)}
          options={rolesToJoinWith.map((value) => ({ value, label: value }))}
        />
        <ModalActions>
          <Button onClick={onClose} disabled={isPending}>
            {t('groups.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={isPending} disabled={!user}>
            {t('group.members.addButton')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};
