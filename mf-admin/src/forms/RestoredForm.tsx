import { RestoredDraftNotice } from '@obieg/ui';
import type { FieldValues } from 'react-hook-form';
import type { SaveForm } from './use-save-form';

interface RestoredFormProps<Values extends FieldValues, Output> {
  form: SaveForm<Values, Output>;
}

/** Says that the form shows what was unsaved when the session ended. */
export const RestoredForm = <Values extends FieldValues, Output>({
  form: { restoredAt, discardRestored },
}: RestoredFormProps<Values, Output>) =>
  restoredAt === undefined ? null : <RestoredDraftNotice savedAt={restoredAt} onDiscard={discardRestored} />;
