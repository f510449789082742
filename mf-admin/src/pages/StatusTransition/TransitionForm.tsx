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
  type TransitionValues,
  toFormValues,
  transitionSchema,
} from './transition-form';
import type { FormData } from './use-form-data';
import { useTransitionTexts } from './use-transition-texts';

interface TransitionFormProps {
  formData: FormData;
  /** Absent: a new one, between the statuses that the address names. */
  versioned?: Versioned<StatusTransition>;
  onReload?: () => void;
}

/** A new transition or the given one; once saved the list comes back (spec 2 §2, §5). */
export const TransitionForm = ({ formData, versioned, onReload }: TransitionFormProps) => {
  const t = useAdminMessages();
  const texts = useTransitionTexts();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { parameters, statuses } = formData;
  // As it was read when the form opened: what comes later must not pass for what was edited here.
  const [read] = useState(versioned);
  const transition = read?.entity;
  const { mutateAsync: save } = useSaveTransition(transition?.id);
  const [failure, setFailure] = useState<unknown>();
  const form = useRef<HTMLFormElement>(null);
  const isSaved = useRef(false);
  const schema = useMemo(() => transitionSchema(parameters, texts), [parameters, texts]);
  const { register, control, handleSubmit, setError, setValue, formState } = useForm<TransitionValues>({
    resolver: zodResolver(schema),
    // Not on leaving a field: an error that appears between pressing a button and letting go moves it away from the mouse.
    mode: 'onSubmit',
    shouldFocusError: false,
    defaultValues: transition
      ? toFormValues(transition)
      : createDefaultValues(statuses, { from: query.get('from'), to: query.get('to') }),
  });
  const { isSubmitting, isDirty } = formState;
  const focusProblem = useProblemFocus(() => focusFirstProblem(form.current));

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
      <Form ref={form} onSubmit={(event) => void createSubmitHandler(read?.etag)(event)}>
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
          own={transition}
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
