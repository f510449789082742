import type { OrganizationRoleCode, User } from '@obieg/contracts';
import { Button, CheckboxField, FieldGroup, Form, Loading, Notice, SkeletonLines } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { Controller, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { useChangeRoles, useRoles } from '../../api/users.api';
import { appendReason } from '../../failures/rejection';
import { FormFailure } from '../../forms/FormFailure';
import { useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { nameRole } from '../../members/role-names';

interface ChangeRolesModalProps {
  user: User;
  /** The user's roles in this organization. */
  currentRoles: readonly OrganizationRoleCode[];
  onClose: () => void;
}

const schema = z.object({ roles: z.array(z.string()).min(1) });

/** Replaces the user's roles in this organization by the selected ones. */
export const ChangeRolesModal = ({ user, currentRoles, onClose }: ChangeRolesModalProps) => {
  const t = useAdminMessages();
  const roles = useRoles();
  const { mutateAsync } = useChangeRoles(user.id);
  const form = useSaveForm({
    schema,
    defaultValues: { roles: [...currentRoles] },
    send: ({ roles: selected }) => mutateAsync(selected as OrganizationRoleCode[]),
    onSaved: onClose,
  });
  const { control } = form.form;
  const hasNone = useWatch({ control, name: 'roles' }).length === 0;
  const grantable: readonly string[] = roles.data?.map(({ name }) => name) ?? [];
  // Callers cannot revoke a role that they may not grant; such roles are shown but disabled.
  const options = [...currentRoles.filter((name) => !grantable.includes(name)), ...grantable];
  return (
    <Modal isOpen onClose={onClose} title={t('user.rolesOf', { name: user.username })}>
      <Form {...form.formProps}>
        <FormFailure form={form} describe={(error) => appendReason(t('user.rolesFailed'), error)} />
        {roles.error ? <Notice tone="danger">{t('invite.rolesFailed')}</Notice> : null}
        {roles.isPending ? (
          <Loading>
            <SkeletonLines lines={3} />
          </Loading>
        ) : (
          <FieldGroup legend={t('user.rolesHere')} error={hasNone ? t('invite.rolesRequired') : undefined}>
            {options.map((name) => (
              <Controller
                key={name}
                control={control}
                name="roles"
                render={({ field: { value, onChange } }) => (
                  <CheckboxField
                    label={nameRole(t, name)}
                    help={t(`roles.${name}.help`)}
                    checked={value.includes(name)}
                    disabled={!grantable.includes(name)}
                    onChange={({ target }) =>
                      onChange(target.checked ? [...value, name] : value.filter((one) => one !== name))
                    }
                  />
                )}
              />
            ))}
          </FieldGroup>
        )}
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
