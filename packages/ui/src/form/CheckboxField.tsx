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
      <div className={`ob-check ${classes['checkBody']}`}>
        <div className="ob-check-box">
          <input
            {...input}
            type="checkbox"
            id={controlId}
            aria-describedby={describedBy || undefined}
            aria-invalid={error ? true : undefined}
            className={classes['check']}
          />
          <svg viewBox="0 0 10 7" aria-hidden="true">
            <path
              d="M4 4.586L1.707 2.293A1 1 0 1 0 .293 3.707l3 3a.997.997 0 0 0 1.414 0l5-5A1 1 0 1 0 8.293.293L4 4.586z"
              fill="currentColor"
            />
          </svg>
        </div>
        <div className="ob-check-label">
          <label htmlFor={controlId} className={classes['checkLabel']}>
            {label}
          </label>
        </div>
      </div>
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
