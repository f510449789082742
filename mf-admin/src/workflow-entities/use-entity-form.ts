import type { JoinedFields, Revision } from '@obieg/ui/conflicts';
import { notify, useNavigate } from '@obieg/web-kit';
import { useEffect, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { type FieldOptions, type SaveForm, useSaveForm } from '../forms/use-save-form';
import { useAdminMessages } from '../i18n/messages';
import type { EntityFormProps, EntityKind } from './entity-kind';

/** Saves what the form holds with one call of `save`, or with several. */
type SendEntity<Body> = (body: Body, save: (body: Body) => Promise<void>) => Promise<void>;

interface EntityFormOptions<Values extends FieldValues, Entity extends { id: number }, Body>
  extends FieldOptions<Values, Body>,
    Pick<EntityFormProps<Entity, Body>, 'versioned' | 'previous' | 'refreshFormData'> {
  kind: EntityKind<Entity, Body>;
  toValues: (entity: Entity) => Values;
  fields: JoinedFields<Values>;
  /** The default saves once. */
  send?: SendEntity<Body>;
  /** Focused when the form for another entity opens. */
  firstField: FieldPath<Values>;
}

export interface EntityFormState<Values extends FieldValues, Entity extends { id: number }, Body>
  extends SaveForm<Values, Body>,
    Pick<EntityFormOptions<Values, Entity, Body>, 'kind' | 'schema'> {
  /** The edited entity, as the fields showed it first. */
  existing: Entity | undefined;
  submitBy: (send: SendEntity<Body>) => Promise<void>;
}

/** Creates an entity or edits the given one, then opens the list (spec 2 §2, §5). */
export const useEntityForm = <Values extends FieldValues, Entity extends { id: number }, Body>({
  kind,
  versioned,
  previous,
  refreshFormData,
  toValues,
  fields,
  send = (body, save) => save(body),
  firstField,
  ...options
}: EntityFormOptions<Values, Entity, Body>): EntityFormState<Values, Entity, Body> => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const [initial] = useState(versioned);
  const { mutateAsync } = kind.useSave(initial?.entity.id);
  const load = async (id: number): Promise<Revision<Values>> => {
    const [{ entity, etag }] = await Promise.all([kind.load(id), refreshFormData?.()]);
    return { values: toValues(entity), etag };
  };
  const toSend =
    (sendEntity: SendEntity<Body>) =>
    (values: Body, { etag }: Revision<Values>) =>
      sendEntity(values, async (body) => {
        await mutateAsync({ body, etag });
        notify.success(t(`${kind.name}.saved`, { name: kind.getLabel(body) }));
      });
  const saveForm = useSaveForm({
    ...options,
    draftName: `${kind.name}/${initial?.entity.id ?? 'new'}`,
    versioning: initial && { etag: initial.etag, load: () => load(initial.entity.id), fields },
    send: toSend(send),
    onSaved: () => navigate(kind.listPath),
  });
  const { setFocus } = saveForm.form;
  const isNext = previous !== undefined;
  useEffect(() => {
    if (isNext) setFocus(firstField);
  }, [isNext, setFocus, firstField]);
  return {
    ...saveForm,
    kind,
    schema: options.schema,
    existing: initial?.entity,
    submitBy: (other) => saveForm.submit({ send: toSend(other) }),
  };
};
