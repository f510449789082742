import { CheckboxField, FieldGroup } from '@obieg/ui';
import { useAdminMessages } from '../i18n/messages';
import { nameRole } from './role-names';

interface RoleCheckboxesProps {
  legend: string;
  error: string | undefined;
  /** Roles that the caller may grant. */
  grantable: readonly string[];
  /** Roles that the account has now. Those that the caller may not grant are shown disabled. */
  held: readonly string[];
  value: readonly string[];
  onChange: (roles: string[]) => void;
  /** Takes the focus when the dialog opens. */
  takesFocus?: boolean;
}

/** Roles to choose from, each with what it allows. */
export const RoleCheckboxes = ({
  legend,
  error,
  grantable,
  held,
  value,
  onChange,
  takesFocus = false,
}: RoleCheckboxesProps) => {
  const t = useAdminMessages();
  const options = [...held.filter((name) => !grantable.includes(name)), ...grantable];
  const firstGrantable = options.find((name) => grantable.includes(name));
  return (
    <FieldGroup legend={legend} error={error}>
      {options.map((name) => (
        <CheckboxField
          key={name}
          label={nameRole(t, name)}
          help={t(`roles.${name}.help`)}
          checked={value.includes(name)}
          disabled={!grantable.includes(name)}
          data-autofocus={(takesFocus && name === firstGrantable) || undefined}
          onChange={({ target }) =>
            onChange(target.checked ? [...value, name] : value.filter((one) => one !== name))
          }
        />
      ))}
    </FieldGroup>
  );
};
