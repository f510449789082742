import type { User } from '@obieg/contracts';
import { Button } from '@obieg/ui';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { useNavigate } from '@obieg/web-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../messages';
import { appendReason } from '../../rejection';
import { useRemoveUser } from '../../users.api';
import { ChangeRolesModal } from './ChangeRolesModal';

/** What can be done about somebody's place in this organization; nothing about those who have none. */
export const MemberActions = ({ user }: { user: User }) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const { mutate: remove, isPending } = useRemoveUser();
  const [open, setOpen] = useState<'roles' | 'removal'>();
  const [failure, setFailure] = useState<string>();
  if (!user.roles || user.roles.length === 0) return null;

  const close = (): void => {
    setOpen(undefined);
    setFailure(undefined);
  };
  return (
    <>
      <Button icon="delete" onClick={() => setOpen('removal')}>
        {t('user.remove')}
      </Button>
      <Button variant="primary" icon="edit" onClick={() => setOpen('roles')}>
        {t('user.changeRoles')}
      </Button>
      {open === 'roles' ? <ChangeRolesModal user={user} held={user.roles} onClose={close} /> : null}
      <ConfirmDialog
        isOpen={open === 'removal'}
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
        {t('user.removeQuestion')}
      </ConfirmDialog>
    </>
  );
};
