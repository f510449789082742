import { useMemo } from 'react';
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form';
import { DraftFindings } from '../workflow-check/DraftFindings';
import type { Draft } from '../workflow-check/draft-configuration';

interface EntityDraftProps<Values extends FieldValues> {
  /** Returns undefined for values that cannot be saved. Must keep its identity while its inputs are the same. */
  toDraft: (values: Values) => Draft | undefined;
}

/** Warns of the mistakes that saving the form would cause. */
export const EntityDraft = <Values extends FieldValues>({ toDraft }: EntityDraftProps<Values>) => {
  const { control } = useFormContext<Values>();
  const values = useWatch({ control, compute: (current: Values) => current });
  const draft = useMemo(() => toDraft(values), [values, toDraft]);
  return <DraftFindings draft={draft} />;
};
