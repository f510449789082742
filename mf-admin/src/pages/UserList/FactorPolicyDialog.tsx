import { type FactorPolicy, type OrganizationRoleCode, organizationRoleCodes } from '@obieg/contracts';
import { Button, CheckboxField, FieldGroup, QueryView, SkeletonLines, Text } from '@obieg/ui';
import { ActionDialog, Modal, useAction } from '@obieg/ui/overlays';
import { isApiError, notify } from '@obieg/web-kit';
import { type FormEvent, useState } from 'react';
import { useChangeFactorPolicy, useFactorPolicy } from '../../api/second-factor.api';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { nameRole } from '../../members/role-names';

interface PolicyFormProps {
  policy: FactorPolicy;
  onClose: () => void;
}

const PolicyForm = ({ policy, onClose }: PolicyFormProps) => {
  const t = useAdminMessages();
  const change = useChangeFactorPolicy();
  const [roles, setRoles] = useState<readonly OrganizationRoleCode[]>(policy.roles);
  const action = useAction({
    describeFailure: (error) =>
      isApiError(error) && error.status === 412
        ? t('factorPolicy.changed')
        : appendReason(t('factorPolicy.failed'), error),
    onDone: onClose,
  });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    void action.run(async () => {
      await change.mutateAsync({ roles: [...roles], expectedRoles: policy.roles });
      notify.success(t('factorPolicy.saved'));
    });
  };
  return (
    <ActionDialog
      title={t('factorPolicy.title')}
      action={action}
      onSubmit={save}
      submitLabel={t('factorPolicy.save')}
      onClose={onClose}
    >
      <Text>{t('factorPolicy.help')}</Text>
      <FieldGroup legend={t('factorPolicy.roles')}>
        {organizationRoleCodes.map((role, index) => (
          <CheckboxField
            key={role}
            label={nameRole(t, role)}
            checked={roles.includes(role)}
            data-autofocus={index === 0 || undefined}
            onChange={({ target }) =>
              setRoles(target.checked ? [...roles, role] : roles.filter((one) => one !== role))
            }
          />
        ))}
      </FieldGroup>
    </ActionDialog>
  );
};

const PolicyDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useAdminMessages();
  const query = useFactorPolicy();
  if (query.data) return <PolicyForm policy={query.data} onClose={onClose} />;
  return (
    <Modal isOpen onClose={onClose} title={t('factorPolicy.title')}>
      <QueryView query={query} failure={t('factorPolicy.loadFailed')} skeleton={<SkeletonLines lines={5} />}>
        {() => null}
      </QueryView>
    </Modal>
  );
};

/** Opens the choice of roles that need a second factor in the organization. */
export const FactorPolicyButton = () => {
  const t = useAdminMessages();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon="security" onClick={() => setIsOpen(true)}>
        {t('factorPolicy.open')}
      </Button>
      {isOpen ? <PolicyDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  );
};
