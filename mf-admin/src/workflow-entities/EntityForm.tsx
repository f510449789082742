import { Button, Form, FormActions } from '@obieg/ui';
import { getRejectionReason, isNotFound } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { FormFailure } from '../forms/FormFailure';
import { RestoredForm } from '../forms/RestoredForm';
import { UnsavedChangesDialog } from '../forms/UnsavedChangesDialog';
import { useAdminMessages } from '../i18n/messages';
import { EntityDraft } from './EntityDraft';
import type { EntityFormProps } from './entity-kind';
import type { EntityFormState } from './use-entity-form';

interface FormProps<Values extends FieldValues, Entity extends { id: number }, Body>
  extends Pick<EntityFormProps<Entity, Body>, 'onAddAnother'> {
  form: EntityFormState<Values, Entity, Body>;
  failure: { title?: string; text: string; textForFields?: string };
  /** The default is the page of the entity. */
  cancelPath?: string;
  /** Whether a new entity is checked before it is saved. */
  isNewChecked?: boolean;
  children: ReactNode;
}

/**
 * Form of an entity: its failure, the given fields, the mistakes that saving would cause, and the buttons. Asks before
 * unsaved changes are lost.
 */
export const EntityForm = <Values extends FieldValues, Entity extends { id: number }, Body>({
  form,
  failure,
  cancelPath,
  isNewChecked = true,
  onAddAnother,
  children,
}: FormProps<Values, Entity, Body>) => {
  const t = useAdminMessages();
  const { kind, existing, isSaving } = form;
  const { name, listTexts, listPath } = kind;
  return (
    <FormProvider {...form.form}>
      <UnsavedChangesDialog hasChanges={form.hasUnsavedChanges} />
      <Form {...form.formProps}>
        <RestoredForm form={form} />
        <FormFailure
          form={form}
          title={failure.title}
          describe={(error) =>
            isNotFound(error) ? t(`${name}.deleted`) : (getRejectionReason(error) ?? failure.text)
          }
          textForFields={failure.textForFields}
        />
        {children}
        {kind.toDraft && (existing || isNewChecked) ? <EntityDraft form={form} /> : null}
        <FormActions>
          <Button to={cancelPath ?? (existing ? `${listPath}/${existing.id}` : listPath)}>
            {t(`${listTexts}.cancel`)}
          </Button>
          {onAddAnother ? (
            <Button disabled={isSaving} onClick={() => void form.submit({ onSaved: onAddAnother })}>
              {t('saveAndAddAnother')}
            </Button>
          ) : null}
          <Button type="submit" variant="primary" loading={isSaving}>
            {t(`${name}.save`)}
          </Button>
        </FormActions>
      </Form>
    </FormProvider>
  );
};
