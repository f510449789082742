import { InputWrapperContext } from '@mantine/core';
import { type ReactNode, useId, useMemo } from 'react';
import { Icon } from '../Icon';
import { useUiTexts } from '../ui-context';
import classes from './form.module.css';
import { useHeldWhilePressed } from './use-held-while-pressed';

/** What every field takes besides its control's own attributes. */
export interface FieldProps {
  label: string;
  /** One line under the label. */
  help?: string | undefined;
  /** What is wrong; shown with an icon under the label and tied to the control. */
  error?: string | undefined;
  /**
   * Says "optional" beside the label; fields are required by default. A screen whose part of the language mix is not
   * Polish gives its own word.
   */
  optional?: boolean | string | undefined;
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
  /** Ids of what else describes the control, before error and help. */
  describedBy?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

export const FieldError = ({ id, children }: { id?: string | undefined; children: string }) => (
  <p id={id} className={classes['error']} data-field-error="">
    <Icon name="error" />
    <span>{children}</span>
  </p>
);

/** Label, help, error and one control, tied together for screen readers. */
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
  const error = useHeldWhilePressed(newestError);
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const helpId = `${controlId}-help`;
  const errorId = `${controlId}-error`;
  const describedBy =
    [alsoDescribedBy, error && errorId, help && helpId].filter(Boolean).join(' ') || undefined;
  // The library's inputs take id and description from here alone and drop the attributes of those names.
  const forInput = useMemo(
    () => ({
      describedBy,
      inputId: controlId,
      labelId: undefined,
      getStyles: null,
      offsetTop: false,
      offsetBottom: false,
    }),
    [describedBy, controlId],
  );
  return (
    <div className={classes['field']}>
      <div className={hideLabel ? 'ob-visually-hidden' : classes['labelRow']}>
        <label htmlFor={controlId} className={classes['label']}>
          {label}
        </label>
        {optional ? (
          <span className={classes['optional']}>{optional === true ? texts.optional : optional}</span>
        ) : null}
      </div>
      {help ? (
        <p id={helpId} className={classes['help']}>
          {help}
        </p>
      ) : null}
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
      <InputWrapperContext value={forInput}>
        {children({
          id: controlId,
          'aria-describedby': describedBy,
          'aria-invalid': error ? true : undefined,
        })}
      </InputWrapperContext>
    </div>
  );
};
