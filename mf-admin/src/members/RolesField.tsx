import { Loading, Notice, SkeletonLines } from '@obieg/ui';
import type { ComponentProps } from 'react';
import { useRoles } from '../api/users.api';
import { useAdminMessages } from '../i18n/messages';
import { RoleCheckboxes } from './RoleCheckboxes';

/** The roles that the caller may grant, to choose from. */
export const RolesField = (props: Omit<ComponentProps<typeof RoleCheckboxes>, 'grantable'>) => {
  const t = useAdminMessages();
  const roles = useRoles();
  return (
    <>
      {roles.error ? <Notice tone="danger">{t('invite.rolesFailed')}</Notice> : null}
      {roles.isPending ? (
        <Loading>
          <SkeletonLines lines={3} />
        </Loading>
      ) : (
        <RoleCheckboxes {...props} grantable={roles.data?.map(({ name }) => name) ?? []} />
      )}
    </>
  );
};
