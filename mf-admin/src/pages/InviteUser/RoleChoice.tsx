import { CheckboxField, FieldGroup, Loading, SkeletonLines } from '@obieg/ui';
import type { UseFormReturn } from 'react-hook-form';
import type { useRoles } from '../../api/users.api';
import { useAdminMessages } from '../../i18n/messages';
import { nameRole } from '../../members/role-names';
import type { InvitationValues } from './invitation-form';

interface RoleChoiceProps {
  form: UseFormReturn<InvitationValues>;
  roles: Pick<ReturnType<typeof useRoles>, 'data' | 'isPending'>;
}

/** The roles that the caller may grant (spec 2 §2). */
export const RoleChoice = ({ form: { register, formState }, roles }: RoleChoiceProps) => {
  const t = useAdminMessages();
  return (
    <FieldGroup
      legend={t('invite.roles')}
      error={formState.errors.roles ? t('invite.rolesRequired') : undefined}
    >
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
  );
};
