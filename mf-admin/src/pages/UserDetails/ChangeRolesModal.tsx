import type { OrganizationRoleCode, User } from '@obieg/contracts';
import { Button, CheckboxField, FieldGroup, Form, Loading, Notice, SkeletonLines } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { type FormEvent, useState } from 'react';
import { useAdminMessages } from '../../messages';
import { appendReason } from '../../rejection';
import { useChangeRoles, useRoles } from '../../users.api';

interface ChangeRolesModalProps {
  user: User;
  /** Held in this organization now. */
  held: readonly OrganizationRoleCode[];
  onClose: () => void;
}

/** Sets somebody's roles in this organization to exactly the chosen ones. */
export const ChangeRolesModal = ({ user, held, onClose }: ChangeRolesModalProps) => {
  const t = useAdminMessages();
  const roles = useRoles();
  const { mutate, isPending } = useChangeRoles(user.id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(held));
  const [failure, setFailure] = useState<string>();

  const toggle = (name: string, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(name);
    else next.delete(name);
    setChosen(next);
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen.size === 0 || isPending) return;
    setFailure(undefined);
    mutate([...chosen] as OrganizationRoleCode[], {
      onSuccess: onClose,
      onError: (error) => setFailure(appendReason(t('user.rolesFailed'), error)),
    });
  };
  const grantable: readonly string[] = roles.data?.map(({ name }) => name) ?? [];
  // What one may not grant one may not take away either: it is shown, and stays.
  const offered = [...held.filter((name) => !grantable.includes(name)), ...grantable];
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
            error={chosen.size === 0 ? t('invite.rolesRequired') : undefined}
          >
            {offered.map((name) => (
              <CheckboxField
                key={name}
                label={name}
                help={t(`roles.${name}`)}
                checked={chosen.has(name)}
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
            disabled={chosen.size === 0 || !roles.data}
          >
            {t('user.saveRoles')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};
