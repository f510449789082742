import { Checkbox } from '@mantine/core';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { FieldError } from './Field';
import classes from './form.module.css';
import { useDeferredWhilePressed } from './use-deferred-while-pressed';

export interface CheckboxFieldProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'style' | 'size' | 'color'> {
  label: ReactNode;
  help?: string | undefined;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export const CheckboxField = ({ label, help, error: newestError, id, ...input }: CheckboxFieldProps) => {
  const error = useDeferredWhilePressed(newestError);
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const helpId = `${controlId}-help`;
  const errorId = `${controlId}-error`;
  const describedBy = [error && errorId, help && helpId].filter(Boolean).join(' ');
  return (
    <div className={classes['field']}>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
      <Checkbox
        {...input}
        id={controlId}
        label={label}
        radius={4}
        size="sm"
        aria-describedby={describedBy || undefined}
        aria-invalid={error ? true : undefined}
        classNames={{
          body: classes['checkBody'] ?? '',
          label: classes['checkLabel'] ?? '',
          input: classes['check'] ?? '',
        }}
      />
      {help ? (
        <p id={helpId} className={`${classes['help']} ${classes['checkHelp']}`}>
          {help}
        </p>
      ) : null}
    </div>
  );
};

export interface FieldGroupProps {
  legend: string;
  help?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
  /** In a row instead of a column. */
  inline?: boolean;
  hideLegend?: boolean;
}

/** Several checkboxes or related fields under one legend. */
export const FieldGroup = ({
  legend,
  help,
  error: newestError,
  children,
  inline = false,
  hideLegend = false,
}: FieldGroupProps) => {
  const error = useDeferredWhilePressed(newestError);
  const id = useId();
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <fieldset className={classes['group']} aria-describedby={describedBy || undefined}>
      <legend className={hideLegend ? 'ob-visually-hidden' : classes['label']}>{legend}</legend>
      {help ? (
        <p id={`${id}-help`} className={classes['help']}>
          {help}
        </p>
      ) : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      <div className={inline ? classes['groupInline'] : classes['groupStack']}>{children}</div>
    </fieldset>
  );
};
