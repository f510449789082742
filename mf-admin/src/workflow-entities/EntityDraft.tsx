import { useMemo } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { DraftFindings } from '../workflow-check/DraftFindings';
import { draftId } from '../workflow-check/draft-configuration';
import type { EntityFormState } from './use-entity-form';

interface EntityDraftProps<Values extends FieldValues, Entity extends { id: number }, Body> {
  form: EntityFormState<Values, Entity, Body>;
}

/** Warns of the mistakes that saving the form would cause. */
export const EntityDraft = <Values extends FieldValues, Entity extends { id: number }, Body>({
  form: { form, kind, schema, existing },
}: EntityDraftProps<Values, Entity, Body>) => {
  const values = useWatch({ control: form.control, compute: (current: Values) => current });
  const id = existing?.id ?? draftId;
  const draft = useMemo(() => {
    const { data, success } = schema.safeParse(values);
    return success ? kind.toDraft(id, data) : undefined;
  }, [values, schema, kind, id]);
  return <DraftFindings draft={draft} />;
};
