import { zodResolver } from '@hookform/resolvers/zod';
import type { StatusTransition } from '@obieg/contracts';
import { Button, Form, FormActions, focusFirstProblem, useProblemFocus } from '@obieg/ui';
import { useNavigate, useSearchParams } from '@obieg/web-kit';
import { useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAdminMessages } from '../../messages';
import type { Versioned } from '../../optimistic-concurrency';
import { useSaveTransition } from '../../transitions.api';
import { UnsavedChangesDialog } from '../../UnsavedChangesDialog';
import { FormFailure } from './FormFailure';
import { FormSections } from './FormSections';
import { getFieldProblems } from './field-problems';
import {
  buildRequest,
  createDefaultValues,
  createTransitionSchema,
  type TransitionValues,
  toFormValues,
} from './transition-form';
import type { TransitionFormData } from './use-form-data';
import { useTransitionTexts } from './use-transition-texts';

interface TransitionFormProps {
  formData: TransitionFormData;
  /** The transition to edit; absent to create one between the statuses given by the query parameters. */
  versioned?: Versioned<StatusTransition>;
  onReload?: () => void;
}

/** Creates a transition or edits the given one, then opens the list (spec 2 §2, §5). */
export const TransitionForm = ({ formData, versioned, onReload }: TransitionFormProps) => {
  const t = useAdminMessages();
  const texts = useTransitionTexts();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { parameters, statuses } = formData;
  // Keeps the revision that the fields show: a background refetch must not pair its ETag with older field values.
  const [initial] = useState(versioned);
  const transition = initial?.entity;
  const { mutateAsync: save } = useSaveTransition(transition?.id);
  const [failure, setFailure] = useState<unknown>();
  const form = useRef<HTMLFormElement>(null);
  const isSaved = useRef(false);
  const schema = useMemo(() => createTransitionSchema(parameters, texts), [parameters, texts]);
  const { register, control, handleSubmit, setError, setValue, formState } = useForm<TransitionValues>({
    resolver: zodResolver(schema),
    // Not onBlur: an error that appears on mouse-down moves the button away before mouse-up.
    mode: 'onSubmit',
    shouldFocusError: false,
    defaultValues: transition
      ? toFormValues(transition)
      : createDefaultValues(statuses, { from: query.get('from'), to: query.get('to') }),
  });
  const { isSubmitting, isDirty } = formState;
  const focusProblem = useProblemFocus(() => focusFirstProblem(form.current));

  /** @param etag the revision to update; undefined overwrites any revision. */
  const createSubmitHandler = (etag: string | undefined) =>
    handleSubmit(async (values) => {
      setFailure(undefined);
      try {
        await save({ transition: buildRequest(values, parameters), etag });
        isSaved.current = true;
        await navigate('/status-transitions');
      } catch (error) {
        setFailure(error);
        for (const { field, message } of getFieldProblems(error)) setError(field, { message });
        focusProblem();
      }
    }, focusProblem);
  return (
    <>
      <UnsavedChangesDialog hasChanges={() => isDirty && !isSaved.current} />
      <Form ref={form} onSubmit={(event) => void createSubmitHandler(initial?.etag)(event)}>
        <FormFailure
          failure={failure}
          isNew={!transition}
          isRunning={isSubmitting}
          onReload={onReload}
          onOverwrite={() => void createSubmitHandler(undefined)()}
        />
        <FormSections
          control={control}
          register={register}
          setValue={setValue}
          formData={formData}
          existing={transition}
        />
        <FormActions>
          <Button to={transition ? `/status-transitions/${transition.id}` : '/status-transitions'}>
            {t('transitions.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {t('transition.save')}
          </Button>
        </FormActions>
      </Form>
    </>
  );
};
