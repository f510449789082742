import { identityProviderLimits } from '@obieg/contracts';
import { SelectField, TextField } from '@obieg/ui';
import { FieldPair } from '@obieg/ui/lists';
import { type Control, Controller, type FieldError, useFieldArray, useFormState } from 'react-hook-form';
import { useGroupList, useGroupNames } from '../../api/groups.api';
import { FieldRows } from '../../forms/FieldRows';
import { useAdminMessages } from '../../i18n/messages';
import { nameRole } from '../../members/role-names';
import type { ProviderFormValues } from './provider-form';

interface MappingRowsProps {
  control: Control<ProviderFormValues>;
  /** Roles that the caller may grant. */
  grantable: readonly string[];
}

/** Rows that give a group or a role for a value of the provider's claim. */
export const MappingRows = ({ control, grantable }: MappingRowsProps) => {
  const t = useAdminMessages();
  const { data: groups = [] } = useGroupList();
  const nameGroup = useGroupNames();
  const { fields, append, remove } = useFieldArray({ control, name: 'mapping' });
  const { errors } = useFormState({ control, name: 'mapping' });
  const show = (error: FieldError | undefined): string | undefined => error?.message && t(error.message);
  const options = [
    ...groups.map(({ id }) => ({
      value: `group:${id}`,
      label: t('providers.groupTarget', { name: nameGroup(id) }),
    })),
    ...grantable.map((role) => ({
      value: `role:${role}`,
      label: t('providers.roleTarget', { name: nameRole(t, role) }),
    })),
  ];
  return (
    <FieldRows
      legend={t('providers.mapping')}
      help={t('providers.mappingHelp')}
      empty={t('providers.noMapping')}
      addLabel={t('providers.addMapping')}
      removeLabel={(number) => t('providers.removeMapping', { number })}
      rowKeys={fields.map(({ id }) => id)}
      onAdd={() => append({ value: '', target: '' }, { shouldFocus: false })}
      onRemove={remove}
      maxRows={identityProviderLimits.mappingsMax}
    >
      {(index) => (
        <FieldPair>
          <TextField
            {...control.register(`mapping.${index}.value`)}
            label={t('providers.claimValue')}
            error={show(errors.mapping?.[index]?.value)}
            maxLength={identityProviderLimits.claimMaxLength}
            autoComplete="off"
          />
          <Controller
            control={control}
            name={`mapping.${index}.target`}
            render={({ field }) => (
              <SelectField
                {...field}
                label={t('providers.target')}
                placeholder={t('providers.chooseTarget')}
                error={show(errors.mapping?.[index]?.target)}
                options={options}
              />
            )}
          />
        </FieldPair>
      )}
    </FieldRows>
  );
};
