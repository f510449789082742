import type { CreateApiToken, TokenScope } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { CheckboxField, FieldGroup, SelectField, TextField } from '@obieg/ui';
import { ActionDialog, useAction } from '@obieg/ui/overlays';
import { useState } from 'react';
import { type ApiTokenLanguage, apiTokenTexts } from './texts';

const lifetimes = ['7', '30', '90', '365'];
const dayMs = 24 * 60 * 60 * 1_000;

interface NewTokenDialogProps {
  language: ApiTokenLanguage;
  /** Scopes that can be chosen, in the order of the form. */
  scopes: readonly TokenScope[];
  /** Creates the token. Retries of this dialog must send equal input. The dialog shows why it failed. */
  create: (input: CreateApiToken) => Promise<unknown>;
  describeFailure: (error: unknown) => string | undefined;
  onClose: () => void;
}

/** Asks for name, scopes and end of a new token. */
export const NewTokenDialog = ({
  language,
  scopes,
  create,
  describeFailure,
  onClose,
}: NewTokenDialogProps) => {
  const texts = apiTokenTexts[language];
  const action = useAction({ describeFailure, onDone: onClose });
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly TokenScope[]>([]);
  const [days, setDays] = useState('90');
  const [openedAt] = useState(Date.now);
  const [isChecked, setIsChecked] = useState(false);
  const hasNoName = name.trim() === '';
  const hasNoScope = chosen.length === 0;
  const save = (): Promise<void> | undefined => {
    setIsChecked(true);
    if (hasNoName || hasNoScope) return undefined;
    return action.run(() =>
      create({
        name: name.trim(),
        scopes: [...chosen],
        expiresAt: new Date(openedAt + Number(days) * dayMs).toISOString(),
      }),
    );
  };
  return (
    <ActionDialog
      title={texts.new}
      action={action}
      onSubmit={save}
      submitLabel={texts.create}
      cancelLabel={texts.cancel}
      onClose={onClose}
    >
      <TextField
        data-autofocus
        label={texts.name}
        help={texts.nameHelp}
        error={isChecked && hasNoName ? texts.nameRequired : undefined}
        maxLength={limits.nameMaxLength}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <FieldGroup
        legend={texts.scopes}
        help={texts.scopesHelp}
        error={isChecked && hasNoScope ? texts.scopesRequired : undefined}
      >
        {scopes.map((scope) => (
          <CheckboxField
            key={scope}
            label={texts.scope[scope]}
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              setChosen(scopes.filter((one) => (one === scope ? target.checked : chosen.includes(one))))
            }
          />
        ))}
      </FieldGroup>
      <SelectField
        label={texts.lifetime}
        value={days}
        onChange={({ target }) => setDays(target.value)}
        options={lifetimes.map((value) => ({ value, label: texts.days(Number(value)) }))}
      />
    </ActionDialog>
  );
};
