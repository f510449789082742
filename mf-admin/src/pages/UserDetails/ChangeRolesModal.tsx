import type { OrganizationRoleCode, User } from '@obieg/contracts';
import { Button, CheckboxField, FieldGroup, Form, Loading, Notice, SkeletonLines } from '@obieg/ui';
import { joinSets } from '@obieg/ui/conflicts';
import { ConfirmDialog, Modal, ModalActions } from '@obieg/ui/overlays';
import { currentSession, isApiError } from '@obieg/web-kit';
import { type FormEvent, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { isOwnAccount } from '../../api/own-account';
import { fetchUser, useChangeRoles, useRoles } from '../../api/users.api';
import { appendReason } from '../../failures/rejection';
import { FormFailure } from '../../forms/FormFailure';
import { useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { findLostRoles, RoleChangeSummary } from '../../members/RoleChangeSummary';
import { nameRole } from '../../members/role-names';

interface ChangeRolesModalProps {
  user: User;
  /** The user's roles in this organization. */
  currentRoles: readonly OrganizationRoleCode[];
  onClose: () => void;
}

const schema = z.object({ roles: z.array(z.string()).min(1) });

/**
 * Replaces the user's roles in this organization by the selected ones, joined with those that another user sets first.
 * Callers who give up roles of their own confirm what follows.
 */
export const ChangeRolesModal = ({ user, currentRoles, onClose }: ChangeRolesModalProps) => {
  const t = useAdminMessages();
  const roles = useRoles();
  const { mutateAsync } = useChangeRoles(user.id);
  const form = useSaveForm({
    schema,
    defaultValues: { roles: [...currentRoles] },
    versioning: {
      load: async () => ({ values: { roles: (await fetchUser(user.id)).roles ?? [] }, etag: undefined }),
      fields: {
        roles: {
          label: t('user.rolesHere'),
          join: joinSets,
          contentOf: (some) => [...some].sort(),
        },
      },
    },
    send: ({ roles: wanted }, { values: { roles: expected } }) =>
      mutateAsync({
        roles: wanted as OrganizationRoleCode[],
        expectedRoles: expected as OrganizationRoleCode[],
      }),
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
  const grantable: readonly string[] = roles.data?.map(({ name }) => name) ?? [];
  // Callers cannot revoke a role that they may not grant; such roles are shown but disabled.
  const options = [...currentRoles.filter((name) => !grantable.includes(name)), ...grantable];
  const firstGrantable = options.find((name) => grantable.includes(name));
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
                    data-autofocus={name === firstGrantable || undefined}
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
