import { type ReactNode, useId } from 'react';
import { Icon } from '../icons/Icon';
import { useUiTexts } from '../provider/ui-context';
import classes from './form.module.css';
import { useDeferredWhilePressed } from './use-deferred-while-pressed';

/** Props common to all fields. */
export interface FieldProps {
  label: string;
  /** One line under the label. */
  help?: string | undefined;
  /** Shown with an icon under the label and linked to the control. */
  error?: string | undefined;
  /**
   * Shows "optional" beside the label; fields are required by default. Screens with English texts in `mul` pass their
   * own word.
   */
  optional?: boolean | string | undefined;
  /** Hides the label visually, where the context makes it clear (a search box, a table). */
  hideLabel?: boolean | undefined;
}

/** Attributes that link a control to its label, help and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldFrameProps extends FieldProps {
  id?: string | undefined;
  /** Ids of further descriptions, read before those of the field. */
  describedBy?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

export const FieldError = ({ id, children }: { id?: string | undefined; children: string }) => (
  <p id={id} className={classes['error']} data-field-error="">
    <Icon name="error" />
    <span>{children}</span>
  </p>
);

/** Label, help, error and one control, linked for screen readers. */
export const Field = ({
  id,
  label,
  help,
  error: newestError,
  optional,
  hideLabel,
  describedBy: alsoDescribedBy,
  children,
}: FieldFrameProps) => {
  const texts = useUiTexts();
  const error = useDeferredWhilePressed(newestError);
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const helpId = `${controlId}-help`;
  const errorId = `${controlId}-error`;
  const optionalId = `${controlId}-optional`;
  const describedBy =
    [alsoDescribedBy, optional && optionalId, error && errorId, help && helpId].filter(Boolean).join(' ') ||
    undefined;
  return (
    <div className={classes['field']}>
      <div className={hideLabel ? 'ob-visually-hidden' : classes['labelRow']}>
        <label htmlFor={controlId} className={classes['label']}>
          {label}
        </label>
        {optional ? (
          <span id={optionalId} className={classes['optional']}>
            {optional === true ? texts.optional : optional}
          </span>
        ) : null}
      </div>
      {help ? (
        <p id={helpId} className={classes['help']}>
          {help}
        </p>
      ) : null}
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
      {children({
        id: controlId,
        'aria-describedby': describedBy,
        'aria-invalid': error ? true : undefined,
      })}
    </div>
  );
};
