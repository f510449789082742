import type { SaveStatusTransition, StatusTransition } from '@obieg/contracts';
import { useSearchParams } from '@obieg/web-kit';
import { useMemo } from 'react';
import { useRowContext } from '../../conditions/use-row-context';
import { useAdminMessages } from '../../i18n/messages';
import { EntityForm } from '../../workflow-entities/EntityForm';
import type { EntityFormProps } from '../../workflow-entities/entity-kind';
import { useEntityForm } from '../../workflow-entities/use-entity-form';
import { FormSections } from './FormSections';
import { getFieldProblems } from './field-problems';
import {
  createDefaultValues,
  createTransitionSchema,
  suggestNextStatuses,
  toFormValues,
} from './transition-form';
import { transitionKind } from './transition-kind';
import type { TransitionFormData } from './use-form-data';
import { useTransitionFields } from './use-transition-fields';

/** Creates a transition, between the statuses that the query parameters give, or edits the given one. */
export const TransitionForm = ({
  formData,
  versioned,
  previous,
  refreshFormData,
  ...handlers
}: EntityFormProps<StatusTransition, SaveStatusTransition, TransitionFormData>) => {
  const t = useAdminMessages();
  const [query] = useSearchParams();
  const { parameters, statuses } = formData;
  const context = useRowContext(parameters);
  const schema = useMemo(() => createTransitionSchema(context), [context]);
  const startStatuses = previous
    ? suggestNextStatuses(statuses, previous)
    : { from: query.get('from'), to: query.get('to') };
  const form = useEntityForm({
    kind: transitionKind,
    versioned,
    previous,
    refreshFormData,
    firstField: 'name',
    schema,
    defaultValues: versioned ? toFormValues(versioned.entity) : createDefaultValues(statuses, startStatuses),
    toValues: toFormValues,
    fields: useTransitionFields(formData),
    findFieldProblems: getFieldProblems,
  });
  return (
    <EntityForm
      form={form}
      failure={{
        title: t(form.existing ? 'transition.updateFailed' : 'transition.createFailed'),
        text: t('transition.tryAgain'),
        textForFields: t('transition.correctFields'),
      }}
      {...handlers}
    >
      <FormSections formData={formData} existing={form.existing} />
    </EntityForm>
  );
};
