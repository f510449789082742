import { useMemo } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { ChangeImpact } from '../task-impact/ChangeImpact';
import { DraftFindings } from '../workflow-check/DraftFindings';
import { type Draft, draftId } from '../workflow-check/draft-configuration';
import type { EntityFormState } from './use-entity-form';

interface EntityDraftProps<Values extends FieldValues, Entity extends { id: number }, Body> {
  form: EntityFormState<Values, Entity, Body>;
}

/** Returns the entity as the form would save it. Undefined while the form is incomplete. */
const useDraft = <Values extends FieldValues, Entity extends { id: number }, Body>({
  form,
  kind,
  schema,
  existing,
}: EntityFormState<Values, Entity, Body>): Draft | undefined => {
  const values = useWatch({ control: form.control, compute: (current: Values) => current });
  const id = existing?.id ?? draftId;
  return useMemo(() => {
    const { data, success } = schema.safeParse(values);
    return success ? kind.toDraft?.(id, data) : undefined;
  }, [values, schema, kind, id]);
};

/** Says what saving the form does to open tasks. */
export const EntityImpact = <Values extends FieldValues, Entity extends { id: number }, Body>({
  form,
}: EntityDraftProps<Values, Entity, Body>) => <ChangeImpact change={useDraft(form)} />;

/** Warns of the mistakes that saving the form would cause, and says what it does to open tasks. */
export const EntityDraft = <Values extends FieldValues, Entity extends { id: number }, Body>({
  form,
}: EntityDraftProps<Values, Entity, Body>) => {
  const draft = useDraft(form);
  return (
    <>
      <DraftFindings draft={draft} />
      {/* A new entity takes nothing away from a task. */}
      {form.existing ? <ChangeImpact change={draft} /> : null}
    </>
  );
};
