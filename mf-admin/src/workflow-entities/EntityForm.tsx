import { Button, Form, FormActions } from '@obieg/ui';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { getRejectionReason, isNotFound } from '../failures/rejection';
import { FormFailure } from '../forms/FormFailure';
import { UnsavedChangesDialog } from '../forms/UnsavedChangesDialog';
import { useAdminMessages } from '../i18n/messages';
import type { EntityFormProps, EntityKind } from './entity-kind';
import type { EntityFormState } from './use-entity-form';

interface FormProps<Values extends FieldValues, Output, Entity extends { id: number }, Body>
  extends Pick<EntityFormProps<Entity, Output>, 'onReload' | 'onAddAnother'> {
  kind: EntityKind<Entity, Body>;
  form: EntityFormState<Values, Output, Entity, Body>;
  failure: { title?: string; text: string; textForFields?: string };
  /** The default is the page of the entity. */
  cancelPath?: string;
  children: ReactNode;
}

/** Form of an entity: its failure, the given fields, and the buttons. Asks before unsaved changes are lost. */
export const EntityForm = <Values extends FieldValues, Output, Entity extends { id: number }, Body>({
  kind: { name, listTexts, listPath },
  form,
  failure,
  cancelPath,
  onReload,
  onAddAnother,
  children,
}: FormProps<Values, Output, Entity, Body>) => {
  const t = useAdminMessages();
  const { existing, isSaving } = form;
  return (
    <FormProvider {...form.form}>
      <UnsavedChangesDialog hasChanges={form.hasUnsavedChanges} />
      <Form {...form.formProps}>
        <FormFailure
          form={form}
          title={failure.title}
          describe={(error) =>
            isNotFound(error) ? t(`${name}.deleted`) : (getRejectionReason(error) ?? failure.text)
          }
          textForFields={failure.textForFields}
          onReload={onReload}
        />
        {children}
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
