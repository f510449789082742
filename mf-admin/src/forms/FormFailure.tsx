import { Notice } from '@obieg/ui';
import type { FieldValues } from 'react-hook-form';
import { FormConflict } from './FormConflict';
import type { SaveForm } from './use-save-form';

interface FormFailureProps<Values extends FieldValues, Output> {
  form: SaveForm<Values, Output>;
  title?: string | undefined;
  describe: (error: unknown) => string;
  /** Text for errors that are shown at their fields. Without it, they have no notice. */
  textForFields?: string | undefined;
}

/** Takes the focus, because the form may be longer than the screen. If fields are to blame, the first of them takes it. */
const Failure = <Values extends FieldValues, Output>({
  form: { failure },
  title,
  describe,
  textForFields,
}: FormFailureProps<Values, Output>) => {
  if (!failure) return null;
  const text = failure.isAtFields ? textForFields : describe(failure.error);
  if (text === undefined) return null;
  return (
    <Notice tone="danger" takesFocus={!failure.isAtFields} {...(title === undefined ? {} : { title })}>
      {text}
    </Notice>
  );
};

/** Explains why a form was not saved (spec 2 §8), and shows what another user saved first. */
export const FormFailure = <Values extends FieldValues, Output>(props: FormFailureProps<Values, Output>) => (
  <>
    {props.form.joined.change ? <FormConflict form={props.form} /> : null}
    <Failure {...props} />
  </>
);
