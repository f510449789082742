import type { Integration } from '@obieg/contracts';
import { Button, Form } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { Controller } from 'react-hook-form';
import { fetchIntegrationRoles, useChangeIntegrationRoles } from '../../api/integrations.api';
import { useRoles } from '../../api/users.api';
import { appendReason } from '../../failures/rejection';
import { FormFailure } from '../../forms/FormFailure';
import { useAdminMessages } from '../../i18n/messages';
import { RolesField } from '../../members/RolesField';
import { useRolesForm } from '../../members/use-roles-form';

interface IntegrationRolesModalProps {
  integration: Integration;
  onClose: () => void;
}

/** Replaces the roles of an integration, joined with those that another user sets first. */
export const IntegrationRolesModal = ({ integration, onClose }: IntegrationRolesModalProps) => {
  const t = useAdminMessages();
  const roles = useRoles();
  const { mutateAsync } = useChangeIntegrationRoles(integration.id);
  const form = useRolesForm({
    label: t('integrations.roles'),
    held: integration.roles,
    load: () => fetchIntegrationRoles(integration.id),
    send: mutateAsync,
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
        <Controller
          control={control}
          name="roles"
          render={({ field: { value, onChange } }) => (
            <RolesField
              legend={t('integrations.roles')}
              error={formState.errors.roles ? t('invite.rolesRequired') : undefined}
              held={integration.roles}
              value={value}
              onChange={onChange}
              takesFocus
            />
          )}
        />
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
