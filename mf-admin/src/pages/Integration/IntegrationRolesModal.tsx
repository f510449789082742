import type { Integration, OrganizationRoleCode } from '@obieg/contracts';
import { Button, Form, Loading, Notice, SkeletonLines } from '@obieg/ui';
import { joinSets } from '@obieg/ui/conflicts';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { Controller } from 'react-hook-form';
import * as z from 'zod';
import { fetchIntegrationRoles, useChangeIntegrationRoles } from '../../api/integrations.api';
import { useRoles } from '../../api/users.api';
import { appendReason } from '../../failures/rejection';
import { FormFailure } from '../../forms/FormFailure';
import { useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { RoleCheckboxes } from '../../members/RoleCheckboxes';

interface IntegrationRolesModalProps {
  integration: Integration;
  onClose: () => void;
}

const schema = z.object({ roles: z.array(z.string()).min(1) });

/** Replaces the roles of an integration, joined with those that another user sets first. */
export const IntegrationRolesModal = ({ integration, onClose }: IntegrationRolesModalProps) => {
  const t = useAdminMessages();
  const roles = useRoles();
  const { mutateAsync } = useChangeIntegrationRoles(integration.id);
  const form = useSaveForm({
    schema,
    defaultValues: { roles: [...integration.roles] as string[] },
    versioning: {
      load: async () => ({
        values: { roles: await fetchIntegrationRoles(integration.id) },
        etag: undefined,
      }),
      fields: {
        roles: {
          label: t('integrations.roles'),
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
  const { control, formState } = form.form;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('integrations.rolesOf', { name: integration.name })}
      isBusy={form.isSaving}
    >
      <Form {...form.formProps}>
        <FormFailure form={form} describe={(error) => appendReason(t('integrations.rolesFailed'), error)} />
        {roles.error ? <Notice tone="danger">{t('invite.rolesFailed')}</Notice> : null}
        {roles.isPending ? (
          <Loading>
            <SkeletonLines lines={3} />
          </Loading>
        ) : (
          <Controller
            control={control}
            name="roles"
            render={({ field: { value, onChange } }) => (
              <RoleCheckboxes
                legend={t('integrations.roles')}
                error={formState.errors.roles ? t('invite.rolesRequired') : undefined}
                grantable={roles.data?.map(({ name }) => name) ?? []}
                held={integration.roles}
                value={value}
                onChange={onChange}
                takesFocus
              />
            )}
          />
        )}
        <ModalActions>
          <Button onClick={onClose} disabled={form.isSaving}>
            {t('integrations.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={form.isSaving} disabled={!roles.data}>
            {t('integrations.saveRoles')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};
