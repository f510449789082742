import { Notice } from '@obieg/ui';
import type { FieldValues } from 'react-hook-form';
import { isPreconditionFailed } from '../api/optimistic-concurrency';
import { ConflictNotice } from './ConflictNotice';
import type { SaveForm } from './use-save-form';

interface FormFailureProps<Values extends FieldValues, Output> {
  form: SaveForm<Values, Output>;
  title?: string | undefined;
  describe: (error: unknown) => string;
  /** Text for errors that are shown at their fields. Without it, they have no notice. */
  textForFields?: string | undefined;
  /** Loads the version of another user. A form without it does not offer to overwrite that version. */
  onReload?: (() => void) | undefined;
}

/**
 * Explains why a form was not saved (spec 2 §8). Takes the focus, because the form may be longer than the screen. If
 * fields are to blame, the first of them takes it.
 */
export const FormFailure = <Values extends FieldValues, Output>({
  form: { failure, isSaving, overwrite },
  title,
  describe,
  textForFields,
  onReload,
}: FormFailureProps<Values, Output>) => {
  if (!failure) return null;
  if (isPreconditionFailed(failure.error) && onReload)
    return <ConflictNotice isRunning={isSaving} onReload={onReload} onOverwrite={() => void overwrite()} />;
  const text = failure.isAtFields ? textForFields : describe(failure.error);
  if (text === undefined) return null;
  return (
    <Notice tone="danger" takesFocus={!failure.isAtFields} {...(title === undefined ? {} : { title })}>
      {text}
    </Notice>
  );
};
