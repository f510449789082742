import { zodResolver } from '@hookform/resolvers/zod';
import { focusFirstProblem, useProblemFocus } from '@obieg/ui';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod';
import type { FieldProblem } from './field-problems';

/** What happens with values that the resolver accepted. */
interface Attempt<Output> {
  /**
   * Rejects with the error that the form shows. A form whose values another step sends has none.
   *
   * @param etag undefined for a new entity, and to overwrite any revision
   */
  send?: ((values: Output, etag: string | undefined) => Promise<unknown>) | undefined;
  /** Called after `send`, when leaving the page loses nothing. */
  onSaved?: ((values: Output) => unknown) | undefined;
}

/** Fields of a form. */
export interface FieldOptions<Values extends FieldValues, Output> {
  schema: z.ZodType<Output, Values>;
  defaultValues: DefaultValues<Values>;
  /** Not onBlur: an error that appears on mouse-down moves the button away before mouse-up. */
  mode?: 'onSubmit' | 'onTouched' | 'onChange';
  /** Returns the server's errors that belong to fields. */
  findFieldProblems?: (error: unknown) => readonly FieldProblem<Values>[];
  /** Focuses the first error of the form. Returns false while there is none to focus. */
  focusProblem?: (form: HTMLFormElement | null) => boolean;
}

interface SaveFormOptions<Values extends FieldValues, Output>
  extends FieldOptions<Values, Output>,
    Attempt<Output> {
  /** ETag of the revision that the fields show. */
  etag?: string | undefined;
}

interface Failure {
  error: unknown;
  isAtFields: boolean;
}

/** State of a form that is sent. `FormFailure` shows the failure. */
export interface SaveForm<Values extends FieldValues, Output = Values> {
  form: UseFormReturn<Values, unknown, Output>;
  /** For `Form`. */
  formProps: { ref: RefObject<HTMLFormElement | null>; onSubmit: (event: FormEvent) => void };
  isSaving: boolean;
  /** Why the last attempt failed. */
  failure: Failure | undefined;
  hasUnsavedChanges: () => boolean;
  /** Validates and sends the values. @param attempt replaces what the form does otherwise */
  submit: (attempt?: Attempt<Output>) => Promise<void>;
  /** Sends the values over another user's revision. */
  overwrite: () => Promise<void>;
  focusFirstError: () => void;
}

/**
 * The one way to write a form: react-hook-form, plus the failure of the last attempt, errors of the server at their
 * fields, focus of the first error, the revision that the fields show, and unsaved changes.
 */
export const useSaveForm = <Values extends FieldValues, Output>({
  schema,
  defaultValues,
  mode = 'onSubmit',
  findFieldProblems = () => [],
  focusProblem = focusFirstProblem,
  etag,
  send,
  onSaved,
}: SaveFormOptions<Values, Output>): SaveForm<Values, Output> => {
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    mode,
    // The form focuses the first error in page order, also one that the server reports.
    shouldFocusError: false,
  });
  const { isSubmitting, isDirty } = form.formState;
  const ref = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<Failure>();
  const isSaved = useRef(false);
  // A background refetch must not pair its ETag with older field values.
  const [initialEtag] = useState(etag);
  const focusFirstError = useProblemFocus(() => focusProblem(ref.current));
  const run = (attempt: Attempt<Output>, expectedEtag: string | undefined): Promise<void> =>
    form.handleSubmit(async (values) => {
      setFailure(undefined);
      try {
        await attempt.send?.(values, expectedEtag);
        isSaved.current = true;
        await attempt.onSaved?.(values);
      } catch (error) {
        const problems = findFieldProblems(error);
        setFailure({ error, isAtFields: problems.length > 0 });
        for (const { field, message } of problems) form.setError(field, { type: 'server', message });
        focusFirstError();
      }
    }, focusFirstError)();
  const usual: Attempt<Output> = { send, onSaved };
  const submit = (attempt: Attempt<Output> = {}): Promise<void> => run({ ...usual, ...attempt }, initialEtag);
  return {
    form,
    formProps: {
      ref,
      onSubmit: (event) => {
        event.preventDefault();
        if (!isSubmitting) void submit();
      },
    },
    isSaving: isSubmitting,
    failure,
    hasUnsavedChanges: () => isDirty && !isSaved.current,
    submit,
    overwrite: () => run(usual, undefined),
    focusFirstError,
  };
};
