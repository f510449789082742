import { ConflictNotice, type JoinedChanges } from '@obieg/ui/conflicts';
import { type Control, type FieldValues, useWatch } from 'react-hook-form';
import { useConflictLanguage } from './use-joined-save';

interface JoinedNoticeProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  joined: JoinedChanges<Values>;
}

/** Shows what another user has saved since the dialog was opened. */
export const JoinedNotice = <Values extends FieldValues, Output>({
  control,
  joined,
}: JoinedNoticeProps<Values, Output>) => {
  const values = useWatch({ control, compute: (current: Values) => current });
  return <ConflictNotice language={useConflictLanguage()} changes={joined} values={values} />;
};
