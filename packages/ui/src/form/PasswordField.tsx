import { useState } from 'react';
import { IconButton } from '../actions/IconButton';
import { useUiTexts } from '../provider/ui-context';
import { Field } from './Field';
import { useInputSize } from './field-size';
import { InputBox } from './InputBox';
import type { TextFieldProps } from './TextField';

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'icon' | 'after'>;

/** Password field with a button that shows the password. */
export const PasswordField = ({
  label,
  help,
  error,
  optional,
  hideLabel,
  id,
  size,
  autoComplete = 'current-password',
  ...input
}: PasswordFieldProps) => {
  const texts = useUiTexts();
  const inputSize = useInputSize(size);
  const [isShown, setIsShown] = useState(false);
  return (
    <Field id={id} label={label} help={help} error={error} optional={optional} hideLabel={hideLabel}>
      {(control) => (
        <InputBox
          size={inputSize}
          hasError={Boolean(error)}
          right={
            <IconButton
              icon={isShown ? 'hidden' : 'visible'}
              label={isShown ? texts.hidePassword : texts.showPassword}
              onClick={() => setIsShown(!isShown)}
            />
          }
        >
          <input
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            className="ob-input"
          />
        </InputBox>
      )}
    </Field>
  );
};
