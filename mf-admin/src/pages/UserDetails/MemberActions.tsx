import type { User } from '@obieg/contracts';
import { groupPathOf } from '@obieg/contracts/group-path';
import { Button, Stack, Text } from '@obieg/ui';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { currentSession, useNavigate } from '@obieg/web-kit';
import { useState } from 'react';
import { isOwnAccount } from '../../api/own-account';
import { useRemoveUser } from '../../api/users.api';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { ChangeRolesModal } from './ChangeRolesModal';

/** Buttons to change a member's roles or remove the member. Renders nothing for a user without a role here. */
export const MemberActions = ({ user }: { user: User }) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const { mutate: remove, isPending } = useRemoveUser();
  const [openDialog, setOpenDialog] = useState<'roles' | 'removal'>();
  const { groupsLedAlone = [] } = user;
  const [failure, setFailure] = useState<string>();
  if (!user.roles || user.roles.length === 0) return null;

  const close = (): void => {
    setOpenDialog(undefined);
    setFailure(undefined);
  };
  return (
    <>
      <Button icon="delete" onClick={() => setOpenDialog('removal')}>
        {t('user.remove')}
      </Button>
      <Button variant="primary" icon="edit" onClick={() => setOpenDialog('roles')}>
        {t('user.changeRoles')}
      </Button>
      {openDialog === 'roles' ? (
        <ChangeRolesModal user={user} currentRoles={user.roles} onClose={close} />
      ) : null}
      <ConfirmDialog
        isOpen={openDialog === 'removal'}
        title={t('user.removeTitle', { name: user.username })}
        confirmLabel={t('user.removeButton')}
        cancelLabel={t('user.cancel')}
        isRunning={isPending}
        error={failure}
        onConfirm={() =>
          remove(user.id, {
            onSuccess: () => void navigate('/users'),
            onError: (error) => setFailure(appendReason(t('user.removeFailed'), error)),
          })
        }
        onCancel={close}
      >
        <Stack>
          <Text>
            {t(
              isOwnAccount(currentSession()?.user, user) ? 'user.removeSelfQuestion' : 'user.removeQuestion',
            )}
          </Text>
          {groupsLedAlone.length > 0 ? (
            <Text>
              {t('user.onlyLeader', {
                name: user.username,
                groups: groupsLedAlone.map(groupPathOf).join(', '),
              })}
            </Text>
          ) : null}
        </Stack>
      </ConfirmDialog>
    </>
  );
};
