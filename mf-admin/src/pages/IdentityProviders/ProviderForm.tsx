import { type IdentityProvider, type IdentityProviders, identityProviderLimits } from '@obieg/contracts';
import {
  Button,
  Card,
  CheckboxField,
  FieldGroup,
  Form,
  FormActions,
  PasswordField,
  Stack,
  TextArea,
  TextField,
} from '@obieg/ui';
import { type JoinedFields, joinSets, type Revision } from '@obieg/ui/conflicts';
import { useNavigate } from '@obieg/web-kit';
import { useRef } from 'react';
import { Controller, type FieldError } from 'react-hook-form';
import { etagOf, fetchIdentityProvider, useSaveIdentityProvider } from '../../api/identity-providers.api';
import { useRoles } from '../../api/users.api';
import { appendReason } from '../../failures/rejection';
import { FormFailure } from '../../forms/FormFailure';
import { findFieldProblems } from '../../forms/field-problems';
import { UnsavedChangesDialog } from '../../forms/UnsavedChangesDialog';
import { type SaveForm, useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { RoleCheckboxes } from '../../members/RoleCheckboxes';
import { listRoles } from '../../members/role-names';
import { MappingRows } from './MappingRows';
import { type ProviderFormValues, providerFormSchema, toFormValues, toRequest } from './provider-form';
import { listAddress, pageAddress } from './provider-texts';

const loadRevision = async (id: number): Promise<Revision<ProviderFormValues>> => {
  const provider = await fetchIdentityProvider(id);
  return { values: toFormValues(provider), etag: etagOf(provider) };
};

/** How changes of two administrators are joined and shown. */
const useProviderFields = (): JoinedFields<ProviderFormValues> => {
  const t = useAdminMessages();
  const describeFlag = (isSet: boolean) => [t(isSet ? 'providers.yes' : 'providers.no')];
  return {
    name: { label: t('providers.name') },
    issuer: { label: t('providers.issuer') },
    clientId: { label: t('providers.clientId') },
    clientSecret: { label: t('providers.clientSecret') },
    domains: { label: t('providers.domains') },
    defaultRoles: {
      label: t('providers.defaultRoles'),
      describe: (roles) => [listRoles(t, roles)],
      join: joinSets,
    },
    groupsClaim: { label: t('providers.groupsClaim') },
    mapping: {
      label: t('providers.mapping'),
      describe: (rows) => rows.map(({ value, target }) => `${value}: ${target}`),
    },
    isRequired: { label: t('providers.isRequired'), describe: describeFlag },
    emergencyUserIds: { label: t('providers.emergency'), describe: (ids) => ids.map(String), join: joinSets },
    isActive: { label: t('providers.isActive'), describe: describeFlag },
  };
};

interface PartProps {
  form: SaveForm<ProviderFormValues>;
}

const useShowError = () => {
  const t = useAdminMessages();
  return (error: FieldError | undefined): string | undefined =>
    error?.message && (error.type === 'server' ? error.message : t(error.message));
};

const ConnectionFields = ({ form, isNew }: PartProps & { isNew: boolean }) => {
  const t = useAdminMessages();
  const show = useShowError();
  const { register, formState } = form.form;
  const { errors } = formState;
  return (
    <Card title={t('providers.connection')}>
      <Stack gap="md">
        <TextField
          {...register('name')}
          label={t('providers.name')}
          help={t('providers.nameHelp')}
          error={show(errors.name)}
          maxLength={identityProviderLimits.nameMaxLength}
          autoComplete="off"
        />
        <TextField
          {...register('issuer')}
          type="url"
          label={t('providers.issuer')}
          help={t('providers.issuerHelp')}
          error={show(errors.issuer)}
          maxLength={identityProviderLimits.issuerMaxLength}
          autoComplete="off"
        />
        <TextField
          {...register('clientId')}
          label={t('providers.clientId')}
          error={show(errors.clientId)}
          maxLength={identityProviderLimits.clientIdMaxLength}
          autoComplete="off"
        />
        <PasswordField
          {...register('clientSecret')}
          label={t('providers.clientSecret')}
          help={t(isNew ? 'providers.secretHelp' : 'providers.secretKept')}
          error={show(errors.clientSecret)}
          maxLength={identityProviderLimits.clientSecretMaxLength}
          // Not the user's own password.
          autoComplete="new-password"
        />
        <CheckboxField {...register('isActive')} label={t('providers.isActive')} />
      </Stack>
    </Card>
  );
};

const PeopleFields = ({ form, provider }: PartProps & { provider: IdentityProvider | undefined }) => {
  const t = useAdminMessages();
  const show = useShowError();
  const roles = useRoles();
  const { register, control, formState } = form.form;
  const { errors } = formState;
  const grantable = roles.data?.map(({ name }) => name).filter((name) => name !== 'SUPER_ADMIN') ?? [];
  return (
    <Card title={t('providers.people')}>
      <Stack gap="md">
        <TextArea
          {...register('domains')}
          label={t('providers.domains')}
          help={t('providers.domainsHelp')}
          error={show(errors.domains)}
          rows={3}
        />
        <Controller
          control={control}
          name="defaultRoles"
          render={({ field: { value, onChange }, fieldState }) => (
            <RoleCheckboxes
              legend={t('providers.defaultRoles')}
              error={show(fieldState.error)}
              grantable={grantable}
              held={provider?.defaultRoles ?? []}
              value={value}
              onChange={onChange}
            />
          )}
        />
        <TextField
          {...register('groupsClaim')}
          label={t('providers.groupsClaim')}
          help={t('providers.groupsClaimHelp')}
          error={show(errors.groupsClaim)}
          maxLength={identityProviderLimits.claimMaxLength}
          autoComplete="off"
        />
        <MappingRows control={control} grantable={grantable} />
      </Stack>
    </Card>
  );
};

type Candidates = IdentityProviders['emergencyCandidates'];

const RequiredFields = ({ form, candidates }: PartProps & { candidates: Candidates }) => {
  const t = useAdminMessages();
  const show = useShowError();
  const { register, control } = form.form;
  return (
    <Card title={t('providers.requirement')}>
      <Stack gap="md">
        <CheckboxField
          {...register('isRequired', { deps: 'emergencyUserIds' })}
          label={t('providers.isRequired')}
          help={t('providers.isRequiredHelp')}
        />
        <Controller
          control={control}
          name="emergencyUserIds"
          render={({ field: { value, onChange }, fieldState }) => (
            <FieldGroup
              legend={t('providers.emergency')}
              help={t('providers.emergencyHelp')}
              error={show(fieldState.error)}
            >
              {candidates.map(({ id, name, email }) => (
                <CheckboxField
                  key={id}
                  label={name === email ? name : `${name} (${email})`}
                  checked={value.includes(id)}
                  onChange={({ target }) =>
                    onChange(target.checked ? [...value, id] : value.filter((one) => one !== id))
                  }
                />
              ))}
            </FieldGroup>
          )}
        />
      </Stack>
    </Card>
  );
};

interface ProviderFormProps {
  /** Undefined for a new one. */
  provider?: IdentityProvider;
  candidates: Candidates;
}

/** Adds an identity provider or changes the given one, then opens its page. */
export const ProviderForm = ({ provider, candidates }: ProviderFormProps) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const { mutateAsync: save } = useSaveIdentityProvider(provider?.id);
  const savedId = useRef<number>(undefined);
  const fields = useProviderFields();
  // No draft: it would keep the secret in the browser.
  const form = useSaveForm({
    schema: providerFormSchema,
    defaultValues: toFormValues(provider),
    versioning: provider && { etag: etagOf(provider), load: () => loadRevision(provider.id), fields },
    findFieldProblems: (error) =>
      findFieldProblems(error, {
        name: 'field',
        issuer: 'field',
        clientId: 'field',
        clientSecret: 'field',
        domains: 'field',
        defaultRoles: 'field',
        emergencyUserIds: 'field',
      }),
    send: async (values, { etag }) => {
      savedId.current = await save({ input: toRequest(values), etag });
    },
    onSaved: () => savedId.current !== undefined && navigate(pageAddress(savedId.current)),
  });
  return (
    <Form {...form.formProps}>
      <UnsavedChangesDialog hasChanges={form.hasUnsavedChanges} />
      <FormFailure form={form} describe={(error) => appendReason(t('providers.saveFailed'), error)} />
      <ConnectionFields form={form} isNew={!provider} />
      <PeopleFields form={form} provider={provider} />
      <RequiredFields form={form} candidates={candidates} />
      <FormActions>
        <Button to={provider ? pageAddress(provider.id) : listAddress}>{t('providers.cancel')}</Button>
        <Button type="submit" variant="primary" loading={form.isSaving}>
          {t('providers.save')}
        </Button>
      </FormActions>
    </Form>
  );
};
