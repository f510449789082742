import { zodResolver } from '@hookform/resolvers/zod';
import { inviteUserSchema, type RoleCode } from '@obieg/contracts';
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
  SelectField,
  SkeletonLines,
  Text,
  TextField,
} from '@obieg/ui';
import { isApiError, usePermissions } from '@obieg/web-kit';
import { type KeyboardEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { useInvitationOrganizations, useInviteUser, useRoles } from '../../api/users.api';
import { useAdminMessages } from '../../i18n/messages';
import { nameRole } from '../../members/role-names';

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
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { email: '', roles: [] as string[], organizationId: '' },
  });
  const { errors, isValid, isSubmitting } = formState;

  const send = handleSubmit(
    async ({ email, roles: chosen, organizationId }) => {
      setFailure(undefined);
      try {
        const { userExists } = await mutateAsync({
          email,
          roles: chosen as RoleCode[],
          ...(organizationId ? { organizationId: Number(organizationId) } : {}),
        });
        onSent({ email, userExists });
      } catch (error) {
        const isRefused = isApiError(error) && (error.status ?? 500) < 500;
        setFailure((isRefused && error.serverMessage) || t('invite.failed'));
      }
    },
    (problems) => {
      if (problems.roles) setFailure(t('invite.rolesMissing'));
    },
  );
  /** Submits on Enter even if the button is disabled, so that the form shows its errors (spec 2 §5). */
  const sendOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!isSubmitting) void send();
  };
  const emailProblem = errors.email?.type === 'too_small' ? 'invite.emailRequired' : 'invite.emailInvalid';
  return (
    <Card>
      <Form onSubmit={(event) => void send(event)}>
        {failure ? <Notice tone="danger">{failure}</Notice> : null}
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
          <SelectField
            {...register('organizationId')}
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
          <Button type="submit" variant="primary" icon="send" disabled={!isValid || isSubmitting}>
            {t('invite.send')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
};
