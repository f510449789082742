import { type FactorPolicy, type OrganizationRoleCode, organizationRoleCodes } from '@obieg/contracts';
import { Button, CheckboxField, FieldGroup, Form, QueryView, SkeletonLines, Text } from '@obieg/ui';
import { joinSets } from '@obieg/ui/conflicts';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { notify } from '@obieg/web-kit';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import * as z from 'zod';
import { fetchFactorPolicy, useChangeFactorPolicy, useFactorPolicy } from '../../api/second-factor.api';
import { appendReason } from '../../failures/rejection';
import { FormFailure } from '../../forms/FormFailure';
import { useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { nameRole } from '../../members/role-names';

interface PolicyFormProps {
  policy: FactorPolicy;
  onClose: () => void;
}

const schema = z.object({ roles: z.array(z.enum(organizationRoleCodes)) });

/** Replaces the roles of the policy, joined with those that another user sets first. */
const PolicyForm = ({ policy, onClose }: PolicyFormProps) => {
  const t = useAdminMessages();
  const { mutateAsync } = useChangeFactorPolicy();
  const form = useSaveForm({
    schema,
    defaultValues: { roles: [...policy.roles] },
    versioning: {
      load: async () => ({ values: { roles: [...(await fetchFactorPolicy()).roles] }, etag: undefined }),
      fields: {
        roles: { label: t('factorPolicy.roles'), join: joinSets, contentOf: (some) => [...some].sort() },
      },
    },
    send: ({ roles }, { values: { roles: expectedRoles } }) => mutateAsync({ roles, expectedRoles }),
    onSaved: () => {
      notify.success(t('factorPolicy.saved'));
      onClose();
    },
  });
  const toggle = (roles: readonly OrganizationRoleCode[], role: OrganizationRoleCode) =>
    roles.includes(role) ? roles.filter((one) => one !== role) : [...roles, role];
  return (
    <Modal isOpen onClose={onClose} title={t('factorPolicy.title')} isBusy={form.isSaving}>
      <Form {...form.formProps}>
        <FormFailure form={form} describe={(error) => appendReason(t('factorPolicy.failed'), error)} />
        <Text>{t('factorPolicy.help')}</Text>
        <Controller
          control={form.form.control}
          name="roles"
          render={({ field: { value, onChange } }) => (
            <FieldGroup legend={t('factorPolicy.roles')}>
              {organizationRoleCodes.map((role, index) => (
                <CheckboxField
                  key={role}
                  label={nameRole(t, role)}
                  checked={value.includes(role)}
                  data-autofocus={index === 0 || undefined}
                  onChange={() => onChange(toggle(value, role))}
                />
              ))}
            </FieldGroup>
          )}
        />
        <ModalActions>
          <Button onClick={onClose} disabled={form.isSaving}>
            {t('factorPolicy.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={form.isSaving}>
            {t('factorPolicy.save')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
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
