import type { OrganizationRoleCode, User } from '@obieg/contracts';
import { Button, CheckboxField, FieldGroup, Form, Loading, Notice, SkeletonLines } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { type FormEvent, useState } from 'react';
import { useChangeRoles, useRoles } from '../../api/users.api';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { nameRole } from '../../members/role-names';

interface ChangeRolesModalProps {
  user: User;
  /** The user's roles in this organization. */
  currentRoles: readonly OrganizationRoleCode[];
  onClose: () => void;
}

/** Replaces the user's roles in this organization by the selected ones. */
export const ChangeRolesModal = ({ user, currentRoles, onClose }: ChangeRolesModalProps) => {
  const t = useAdminMessages();
  const roles = useRoles();
  const { mutate, isPending } = useChangeRoles(user.id);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(currentRoles));
  const [failure, setFailure] = useState<string>();

  const toggle = (name: string, isSelected: boolean): void => {
    const next = new Set(selected);
    if (isSelected) next.add(name);
    else next.delete(name);
    setSelected(next);
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (selected.size === 0 || isPending) return;
    setFailure(undefined);
    mutate([...selected] as OrganizationRoleCode[], {
      onSuccess: onClose,
      onError: (error) => setFailure(appendReason(t('user.rolesFailed'), error)),
    });
  };
  const grantable: readonly string[] = roles.data?.map(({ name }) => name) ?? [];
  // Callers cannot revoke a role that they may not grant; such roles are shown but disabled.
  const options = [...currentRoles.filter((name) => !grantable.includes(name)), ...grantable];
  return (
    <Modal isOpen onClose={onClose} title={t('user.rolesOf', { name: user.username })}>
      <Form onSubmit={save}>
        {failure ? <Notice tone="danger">{failure}</Notice> : null}
        {roles.error ? <Notice tone="danger">{t('invite.rolesFailed')}</Notice> : null}
        {roles.isPending ? (
          <Loading>
            <SkeletonLines lines={3} />
          </Loading>
        ) : (
          <FieldGroup
            legend={t('user.rolesHere')}
            error={selected.size === 0 ? t('invite.rolesRequired') : undefined}
          >
            {options.map((name) => (
              <CheckboxField
                key={name}
                label={nameRole(t, name)}
                help={t(`roles.${name}.help`)}
                checked={selected.has(name)}
                disabled={!grantable.includes(name)}
                onChange={({ target }) => toggle(name, target.checked)}
              />
            ))}
          </FieldGroup>
        )}
        <ModalActions>
          <Button onClick={onClose} disabled={isPending}>
            {t('user.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={isPending}
            disabled={selected.size === 0 || !roles.data}
          >
            {t('user.saveRoles')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};
