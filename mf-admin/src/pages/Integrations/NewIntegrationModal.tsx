import { displayNameMaxLength, type OrganizationRoleCode, plainNameSchema } from '@obieg/contracts';
import { Button, Form, TextField } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { useNavigate } from '@obieg/web-kit';
import { Controller } from 'react-hook-form';
import * as z from 'zod';
import { useCreateIntegration } from '../../api/integrations.api';
import { useRoles } from '../../api/users.api';
import { appendReason } from '../../failures/rejection';
import { FormFailure } from '../../forms/FormFailure';
import { findFieldProblems } from '../../forms/field-problems';
import { useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { RolesField } from '../../members/RolesField';

const schema = z.object({ name: plainNameSchema, roles: z.array(z.string()).min(1) });

/** Asks for name and roles of a new integration, then opens its page, where it gets a token. */
export const NewIntegrationModal = ({ onClose }: { onClose: () => void }) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const roles = useRoles();
  const { mutateAsync } = useCreateIntegration();
  const form = useSaveForm({
    schema,
    defaultValues: { name: '', roles: [] as string[] },
    findFieldProblems: (error) => findFieldProblems(error, { name: 'field', roles: 'field' }),
    send: async (values) => {
      const { id } = await mutateAsync({ ...values, roles: values.roles as OrganizationRoleCode[] });
      void navigate(`/connections/integrations/${id}`);
    },
    onSaved: onClose,
  });
  const { control, register, formState } = form.form;
  const { errors } = formState;
  const nameProblem = (): string | undefined => {
    if (!errors.name) return undefined;
    return errors.name.type === 'server' ? errors.name.message : t('integrations.nameInvalid');
  };
  return (
    <Modal isOpen onClose={onClose} title={t('integrations.new')} isBusy={form.isSaving}>
      <Form {...form.formProps}>
        <FormFailure form={form} describe={(error) => appendReason(t('integrations.createFailed'), error)} />
        <TextField
          {...register('name')}
          data-autofocus
          label={t('integrations.name')}
          help={t('integrations.nameHelp')}
          error={nameProblem()}
          maxLength={displayNameMaxLength}
          autoComplete="off"
        />
        <Controller
          control={control}
          name="roles"
          render={({ field: { value, onChange } }) => (
            <RolesField
              legend={t('integrations.roles')}
              error={errors.roles ? t('invite.rolesRequired') : undefined}
              held={[]}
              value={value}
              onChange={onChange}
            />
          )}
        />
        <ModalActions>
          <Button onClick={onClose} disabled={form.isSaving}>
            {t('integrations.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={form.isSaving} disabled={!roles.data}>
            {t('integrations.create')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};
