import type { InviteUser, OrganizationRoleCode } from '@obieg/contracts';
import { useAddressFormat } from '@obieg/ui';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { currentSession, isApiError } from '@obieg/web-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/messages';
import { RoleChangeSummary } from '../../members/RoleChangeSummary';

/** An invitation of a member, which the server refused because it would change these roles. */
export interface RoleReplacement {
  invitation: InviteUser;
  presentRoles: OrganizationRoleCode[];
}

/** Returns the present roles if the server asks for a confirmation to replace them. */
export const getPresentRoles = (error: unknown): OrganizationRoleCode[] | undefined =>
  isApiError(error) && error.code === 'ROLES_HELD'
    ? error.fieldErrors.map(({ message }) => message as OrganizationRoleCode)
    : undefined;

interface ReplaceRolesDialogProps {
  replacement: RoleReplacement;
  describe: (error: unknown) => string;
  /** Sends the confirmed invitation. */
  onConfirm: (invitation: InviteUser) => Promise<void>;
  onCancel: () => void;
}

/** Shows a member's present and new roles and asks whether to replace them. */
export const ReplaceRolesDialog = ({
  replacement: { invitation, presentRoles },
  describe,
  onConfirm,
  onCancel,
}: ReplaceRolesDialogProps) => {
  const t = useAdminMessages();
  const showAddress = useAddressFormat();
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async (): Promise<void> => {
    setIsRunning(true);
    setFailure(undefined);
    try {
      await onConfirm({ ...invitation, replacedRoles: presentRoles });
    } catch (error) {
      setFailure(describe(error));
    }
    setIsRunning(false);
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('invite.replaceTitle', { email: showAddress(invitation.email) })}
      confirmLabel={t('invite.replaceButton')}
      cancelLabel={t('invite.cancel')}
      isRunning={isRunning}
      error={failure}
      onConfirm={() => void confirm()}
      onCancel={onCancel}
    >
      <p>{t('invite.replaceQuestion')}</p>
      <RoleChangeSummary
        present={presentRoles}
        wanted={invitation.roles}
        isOwn={currentSession()?.user.email === invitation.email}
      />
    </ConfirmDialog>
  );
};
