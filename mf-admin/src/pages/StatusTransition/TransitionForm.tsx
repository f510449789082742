import { zodResolver } from '@hookform/resolvers/zod';
import type { StatusTransition } from '@obieg/contracts';
import { Button, Form, FormActions, focusFirstProblem, useProblemFocus, useUiTimeZone } from '@obieg/ui';
import { notify, useNavigate, useSearchParams } from '@obieg/web-kit';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Versioned } from '../../api/optimistic-concurrency';
import { useSaveTransition } from '../../api/transitions.api';
import { UnsavedChangesDialog } from '../../forms/UnsavedChangesDialog';
import { useAdminMessages } from '../../i18n/messages';
import { FormFailure } from './FormFailure';
import { FormSections } from './FormSections';
import { getFieldProblems } from './field-problems';
import { TransitionDraft } from './TransitionDraft';
import {
  buildRequest,
  createDefaultValues,
  createTransitionSchema,
  suggestNextStatuses,
  type TransitionValues,
  toFormValues,
} from './transition-form';
import type { TransitionFormData } from './use-form-data';
import { useTransitionTexts } from './use-transition-texts';

interface TransitionFormProps {
  formData: TransitionFormData;
  /** The transition to edit; absent to create one between the statuses given by the query parameters. */
  versioned?: Versioned<StatusTransition>;
  /** The transition just saved, when several are created one after the other. */
  previous?: TransitionValues | undefined;
  onReload?: () => void;
  /** Opens an empty form for another transition. */
  onAddAnother?: (saved: TransitionValues) => void;
}

interface SubmitOptions {
  /** The revision to update; undefined overwrites any revision. */
  etag: string | undefined;
  isAnotherWanted?: boolean;
}

/** Creates a transition or edits the given one, then opens the list (spec 2 §2, §5). */
export const TransitionForm = ({
  formData,
  versioned,
  previous,
  onReload,
  onAddAnother,
}: TransitionFormProps) => {
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
  const timeZone = useUiTimeZone();
  const schema = useMemo(
    () => createTransitionSchema({ parameters, texts, timeZone }),
    [parameters, texts, timeZone],
  );
  const { register, control, handleSubmit, setError, setFocus, setValue, formState } =
    useForm<TransitionValues>({
      resolver: zodResolver(schema),
      // Not onBlur: an error that appears on mouse-down moves the button away before mouse-up.
      mode: 'onSubmit',
      shouldFocusError: false,
      defaultValues: transition
        ? toFormValues(transition)
        : createDefaultValues(
            statuses,
            previous
              ? suggestNextStatuses(statuses, previous)
              : { from: query.get('from'), to: query.get('to') },
          ),
    });
  const { isSubmitting, isDirty } = formState;
  useEffect(() => {
    if (previous) setFocus('name');
  }, [previous, setFocus]);
  const focusProblem = useProblemFocus(() => focusFirstProblem(form.current));

  const createSubmitHandler = ({ etag, isAnotherWanted = false }: SubmitOptions) =>
    handleSubmit(async (values) => {
      setFailure(undefined);
      try {
        await save({ transition: buildRequest(values, parameters), etag });
        isSaved.current = true;
        notify.success(t('transition.saved', { name: values.name.trim() }));
        if (isAnotherWanted) onAddAnother?.(values);
        else await navigate('/status-transitions');
      } catch (error) {
        setFailure(error);
        for (const { field, message } of getFieldProblems(error)) setError(field, { message });
        focusProblem();
      }
    }, focusProblem);
  return (
    <>
      <UnsavedChangesDialog hasChanges={() => isDirty && !isSaved.current} />
      <Form ref={form} onSubmit={(event) => void createSubmitHandler({ etag: initial?.etag })(event)}>
        <FormFailure
          failure={failure}
          isNew={!transition}
          isRunning={isSubmitting}
          onReload={onReload}
          onOverwrite={() => void createSubmitHandler({ etag: undefined })()}
        />
        <FormSections
          control={control}
          register={register}
          setValue={setValue}
          formData={formData}
          existing={transition}
        />
        <TransitionDraft control={control} id={transition?.id} schema={schema} parameters={parameters} />
        <FormActions>
          <Button to={transition ? `/status-transitions/${transition.id}` : '/status-transitions'}>
            {t('transitions.cancel')}
          </Button>
          {onAddAnother ? (
            <Button
              disabled={isSubmitting}
              onClick={() => void createSubmitHandler({ etag: undefined, isAnotherWanted: true })()}
            >
              {t('saveAndAddAnother')}
            </Button>
          ) : null}
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {t('transition.save')}
          </Button>
        </FormActions>
      </Form>
    </>
  );
};
