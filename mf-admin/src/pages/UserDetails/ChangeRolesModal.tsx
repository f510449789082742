import type { OrganizationRoleCode, User } from '@obieg/contracts';
import { Button, Form } from '@obieg/ui';
import { ConfirmDialog, Modal, ModalActions } from '@obieg/ui/overlays';
import { currentSession, isApiError } from '@obieg/web-kit';
import { type FormEvent, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { isOwnAccount } from '../../api/own-account';
import { fetchUser, useChangeRoles, useRoles } from '../../api/users.api';
import { appendReason } from '../../failures/rejection';
import { FormFailure } from '../../forms/FormFailure';
import { useAdminMessages } from '../../i18n/messages';
import { findLostRoles, RoleChangeSummary } from '../../members/RoleChangeSummary';
import { RolesField } from '../../members/RolesField';
import { useRolesForm } from '../../members/use-roles-form';

interface ChangeRolesModalProps {
  user: User;
  /** The user's roles in this organization. */
  currentRoles: readonly OrganizationRoleCode[];
  onClose: () => void;
}

/**
 * Replaces the user's roles in this organization by the selected ones, joined with those that another user sets first.
 * Callers who give up roles of their own confirm what follows.
 */
export const ChangeRolesModal = ({ user, currentRoles, onClose }: ChangeRolesModalProps) => {
  const t = useAdminMessages();
  const roles = useRoles();
  const { mutateAsync } = useChangeRoles(user.id);
  const form = useRolesForm({
    label: t('user.rolesHere'),
    held: currentRoles,
    load: async () => (await fetchUser(user.id)).roles ?? [],
    send: mutateAsync,
    onSaved: onClose,
  });
  const { control } = form.form;
  const selected = useWatch({ control, name: 'roles' });
  const hasNone = selected.length === 0;
  const [isConfirming, setIsConfirming] = useState(false);
  const isOwn = isOwnAccount(currentSession()?.user, user);
  const describe = (error: unknown): string =>
    isApiError(error) && error.status === 404
      ? t('user.removedMeanwhile', { name: user.username })
      : appendReason(t('user.rolesFailed'), error);
  const confirmOrSubmit = (event: FormEvent): void => {
    const isLoss = isOwn && findLostRoles(currentRoles, selected).length > 0;
    if (!isLoss) {
      form.formProps.onSubmit(event);
      return;
    }
    event.preventDefault();
    setIsConfirming(true);
  };
  if (isConfirming)
    return (
      <ConfirmDialog
        isOpen
        title={t('user.ownRolesTitle')}
        confirmLabel={t('user.ownRolesButton')}
        cancelLabel={t('user.cancel')}
        isRunning={form.isSaving}
        error={form.failure ? describe(form.failure.error) : undefined}
        onConfirm={() => void form.submit()}
        onCancel={() => setIsConfirming(false)}
      >
        <RoleChangeSummary present={currentRoles} wanted={selected} isOwn />
      </ConfirmDialog>
    );
  return (
    <Modal isOpen onClose={onClose} title={t('user.rolesOf', { name: user.username })}>
      <Form {...form.formProps} onSubmit={confirmOrSubmit}>
        <FormFailure form={form} describe={describe} />
        <Controller
          control={control}
          name="roles"
          render={({ field: { value, onChange } }) => (
            <RolesField
              legend={t('user.rolesHere')}
              error={hasNone ? t('invite.rolesRequired') : undefined}
              held={currentRoles}
              value={value}
              onChange={onChange}
              takesFocus
            />
          )}
        />
        <ModalActions>
          <Button onClick={onClose} disabled={form.isSaving}>
            {t('user.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={form.isSaving} disabled={hasNone || !roles.data}>
            {t('user.saveRoles')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};
