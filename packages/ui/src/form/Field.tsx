import { type ReactNode, useId } from 'react';
import { Icon } from '../Icon';
import { useUiTexts } from '../ui-context';
import classes from './form.module.css';

/** What every field takes besides its control's own attributes. */
export interface FieldProps {
  label: string;
  /** One line under the label. */
  help?: string | undefined;
  /** What is wrong; shown with an icon under the label and tied to the control. */
  error?: string | undefined;
  /** Says "optional" beside the label; fields are required by default. */
  optional?: boolean | undefined;
  /** Keeps the label for screen readers only, where the surroundings say it already (a search box, a table). */
  hideLabel?: boolean | undefined;
}

/** What a control needs to be named and described by its field. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldFrameProps extends FieldProps {
  id?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

export const FieldError = ({ id, children }: { id?: string | undefined; children: string }) => (
  <p id={id} className={classes['error']}>
    <Icon name="error" />
    <span>{children}</span>
  </p>
);

/** Label, help, error and one control, tied together for screen readers. */
export const Field = ({ id, label, help, error, optional, hideLabel, children }: FieldFrameProps) => {
  const texts = useUiTexts();
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const helpId = `${controlId}-help`;
  const errorId = `${controlId}-error`;
  const describedBy = [error && errorId, help && helpId].filter(Boolean).join(' ');
  return (
    <div className={classes['field']}>
      <div className={hideLabel ? 'ob-visually-hidden' : classes['labelRow']}>
        <label htmlFor={controlId} className={classes['label']}>
          {label}
        </label>
        {optional ? <span className={classes['optional']}>{texts.optional}</span> : null}
      </div>
      {help ? (
        <p id={helpId} className={classes['help']}>
          {help}
        </p>
      ) : null}
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
      {children({
        id: controlId,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
    </div>
  );
};
