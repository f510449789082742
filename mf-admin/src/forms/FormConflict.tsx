import { ConflictNotice } from '@obieg/ui/conflicts';
import { type FieldValues, useWatch } from 'react-hook-form';
import { useConflictLanguage } from './conflict-language';
import type { SaveForm } from './use-save-form';

interface FormConflictProps<Values extends FieldValues, Output> {
  form: Pick<SaveForm<Values, Output>, 'form' | 'joined'>;
}

/** Shows what another user has saved since the form was opened. */
export const FormConflict = <Values extends FieldValues, Output>({
  form: { form, joined },
}: FormConflictProps<Values, Output>) => {
  const values = useWatch({ control: form.control, compute: (current: Values) => current });
  return <ConflictNotice language={useConflictLanguage()} changes={joined} values={values} />;
};
