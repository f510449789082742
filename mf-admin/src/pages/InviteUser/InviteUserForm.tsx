import { type InviteUser, inviteUserSchema, type RoleCode } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import {
  Button,
  Card,
  CheckboxField,
  FieldGroup,
  Form,
  FormActions,
  Loading,
  Notice,
  SkeletonLines,
  Text,
  TextField,
} from '@obieg/ui';
import { isApiError, usePermissions } from '@obieg/web-kit';
import { type KeyboardEvent, useState } from 'react';
import * as z from 'zod';
import { useInvitationOrganizations, useInviteUser, useRoles } from '../../api/users.api';
import { ChoiceField } from '../../forms/ChoiceField';
import { FormFailure } from '../../forms/FormFailure';
import { useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { nameRole } from '../../members/role-names';
import { getPresentRoles, ReplaceRolesDialog, type RoleReplacement } from './ReplaceRolesDialog';

interface InviteUserFormProps {
  onSent: (sent: { email: string; userExists: boolean }) => void;
}

const schema = z.object({
  email: z.string().trim().min(1).pipe(inviteUserSchema.shape.email),
  roles: z.array(z.string()).min(1),
  organizationId: z.string(),
});

export const InviteUserForm = ({ onSent }: InviteUserFormProps) => {
  const t = useAdminMessages();
  const { canManageAllUsers } = usePermissions();
  const roles = useRoles();
  const organizations = useInvitationOrganizations(canManageAllUsers);
  const { mutateAsync } = useInviteUser();
  const [replacement, setReplacement] = useState<RoleReplacement>();
  /** Asks for a confirmation if the server requires one, also if the roles changed since the last question. */
  const send = async (invitation: InviteUser): Promise<void> => {
    try {
      const { userExists } = await mutateAsync(invitation);
      onSent({ email: invitation.email, userExists });
    } catch (error) {
      const presentRoles = getPresentRoles(error);
      if (!presentRoles) throw error;
      setReplacement({ invitation, presentRoles });
    }
  };
  const form = useSaveForm({
    schema,
    mode: 'onTouched',
    defaultValues: { email: '', roles: [], organizationId: '' },
    send: ({ email, roles: chosen, organizationId }) =>
      send({
        email,
        roles: chosen as RoleCode[],
        ...(organizationId ? { organizationId: Number(organizationId) } : {}),
      }),
  });
  const { register, control, formState } = form.form;
  const { errors, isValid, isSubmitted } = formState;
  const describe = (error: unknown): string => {
    const isRefused = isApiError(error) && (error.status ?? 500) < 500;
    return (isRefused && error.serverMessage) || t('invite.failed');
  };
  /** Submits on Enter even if the button is disabled, so that the form shows its errors (spec 2 §5). */
  const sendOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!form.isSaving) void form.submit();
  };
  const emailProblem = errors.email?.type === 'too_small' ? 'invite.emailRequired' : 'invite.emailInvalid';
  return (
    <Card>
      <Form {...form.formProps}>
        <FormFailure form={form} describe={describe} />
        {isSubmitted && errors.roles ? <Notice tone="danger">{t('invite.rolesMissing')}</Notice> : null}
        {roles.error ? <Notice tone="danger">{t('invite.rolesFailed')}</Notice> : null}
        {organizations.error ? <Notice tone="danger">{t('invite.organizationsFailed')}</Notice> : null}
        <TextField
          {...register('email', { required: true })}
          type="email"
          label={t('invite.email')}
          error={errors.email ? t(emailProblem) : undefined}
          autoCapitalize="none"
          onKeyDown={sendOnEnter}
          maxLength={limits.emailMaxLength}
        />
        {canManageAllUsers ? (
          <ChoiceField
            control={control}
            name="organizationId"
            label={t('invite.organization')}
            placeholder={t('invite.thisOrganization')}
            options={(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        ) : (
          <Text muted>{t('invite.ownOrganization')}</Text>
        )}
        <FieldGroup legend={t('invite.roles')} error={errors.roles ? t('invite.rolesRequired') : undefined}>
          {roles.data?.map(({ id, name }) => (
            <CheckboxField
              key={id}
              {...register('roles')}
              value={name}
              label={nameRole(t, name)}
              help={t(`roles.${name}.help`)}
            />
          ))}
          {roles.isPending ? (
            <Loading>
              <SkeletonLines lines={3} />
            </Loading>
          ) : null}
        </FieldGroup>
        <FormActions>
          <Button to="/users">{t('invite.cancel')}</Button>
          <Button type="submit" variant="primary" icon="send" disabled={!isValid || form.isSaving}>
            {t('invite.send')}
          </Button>
        </FormActions>
      </Form>
      {replacement ? (
        <ReplaceRolesDialog
          replacement={replacement}
          describe={describe}
          onConfirm={send}
          onCancel={() => setReplacement(undefined)}
        />
      ) : null}
    </Card>
  );
};
