import { zodResolver } from '@hookform/resolvers/zod';
import { focusFirstProblem, useProblemFocus } from '@obieg/ui';
import {
  describeJoined,
  type JoinedChanges,
  type JoinedFields,
  joinsMax,
  type Revision,
  useJoinedChanges,
} from '@obieg/ui/conflicts';
import { isApiError, isPreconditionFailed, notify } from '@obieg/web-kit';
import { type UnsavedForm, useFormDraft } from '@obieg/web-kit/form-drafts';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod';
import { useConflictLanguage } from './conflict-language';
import type { FieldProblem } from './field-problems';

/** What happens with values that the resolver accepted. */
interface Attempt<Values extends FieldValues, Output> {
  /**
   * Rejects with the error that the form shows. A form whose values another step sends has none.
   *
   * @param base the revision that the values are based on
   */
  send?: ((values: Output, base: Revision<Values>) => Promise<unknown>) | undefined;
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

/** How a form joins its changes with those that another user saves first. */
interface Versioning<Values extends FieldValues> {
  /** ETag of the revision that the fields show. */
  etag?: string | undefined;
  /** Loads what is saved now. */
  load: () => Promise<Revision<Values>>;
  fields: JoinedFields<Values>;
}

interface SaveFormOptions<Values extends FieldValues, Output>
  extends FieldOptions<Values, Output>,
    Attempt<Values, Output> {
  /** Undefined for a new entity, and for values that no other user can change. */
  versioning?: Versioning<Values> | undefined;
  /** Names what is unsaved when the session ends, for its return. Undefined for a short form, and for secrets. */
  draftName?: string | undefined;
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
  submit: (attempt?: Attempt<Values, Output>) => Promise<void>;
  /** What another user has saved since the form was opened. */
  joined: JoinedChanges<Values>;
  /** When the values were typed, if they are those of a session that has ended. */
  restoredAt: string | undefined;
  /** Shows what is saved instead. */
  discardRestored: () => void;
  focusFirstError: () => void;
}

/** Joins the changes of the form's fields. */
const useJoinedForm = <Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  loaded: Revision<Values>,
  versioning: Versioning<Values> | undefined,
): JoinedChanges<Values> =>
  useJoinedChanges<Values>({
    fields: versioning?.fields ?? ({} as JoinedFields<Values>),
    loaded,
    load: versioning?.load ?? (() => Promise.reject(new Error('The form has no versions'))),
    // The form changes its lists in place.
    getValues: () => structuredClone(form.getValues()),
    setValue: (name, value) =>
      form.setValue(name as unknown as FieldPath<Values>, value, { shouldDirty: true, shouldValidate: true }),
  });

/**
 * The one way to write a form: react-hook-form, plus the failure of the last attempt, errors of the server at their
 * fields, focus of the first error, changes that another user saves first, unsaved changes, and their return after the session
 * has ended.
 */
export const useSaveForm = <Values extends FieldValues, Output>({
  schema,
  defaultValues,
  mode = 'onSubmit',
  findFieldProblems = () => [],
  focusProblem = focusFirstProblem,
  versioning,
  draftName,
  send,
  onSaved,
}: SaveFormOptions<Values, Output>): SaveForm<Values, Output> => {
  const loaded = { values: defaultValues as Values, etag: versioning?.etag };
  const draft = useFormDraft<Values>({
    name: draftName,
    present: loaded.values,
    read: (): UnsavedForm<Values> | undefined =>
      hasUnsavedChanges() ? { base: joined.getBase(), values: structuredClone(form.getValues()) } : undefined,
  });
  // A restored form continues from the revision that it was based on.
  const [base] = useState<Revision<Values>>(draft.restored?.base ?? loaded);
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: base.values as DefaultValues<Values>,
    ...(draft.restored ? { values: draft.restored.values, resetOptions: { keepDefaultValues: true } } : {}),
    mode,
    // The form focuses the first error in page order, also one that the server reports.
    shouldFocusError: false,
  });
  const { isSubmitting, isDirty } = form.formState;
  const ref = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<Failure>();
  const isSaved = useRef(false);
  const joined = useJoinedForm(form, base, versioning);
  const hasUnsavedChanges = (): boolean => isDirty && !isSaved.current;
  const language = useConflictLanguage();
  const focusFirstError = useProblemFocus(() => focusProblem(ref.current));
  const fail = (error: unknown): void => {
    const problems = findFieldProblems(error);
    setFailure({ error, isAtFields: problems.length > 0 });
    for (const { field, message } of problems) form.setError(field, { type: 'server', message });
    focusFirstError();
  };
  /** Returns whether the form holds both users' changes now, so that it can be sent again. */
  const recover = async (error: unknown): Promise<boolean> => {
    if (!versioning || !isPreconditionFailed(error)) throw error;
    return joined.join(isApiError(error) ? error.lastChange : undefined);
  };
  /** Returns whether to try again. */
  const attemptOnce = async (attempt: Attempt<Values, Output>, canJoin: boolean): Promise<boolean> => {
    let isJoined = false;
    await form.handleSubmit(async (values) => {
      setFailure(undefined);
      try {
        await attempt.send?.(values, joined.getBase());
        isSaved.current = true;
        draft.forget();
        const message = describeJoined(joined, language);
        if (message !== undefined) notify.info(message);
        await attempt.onSaved?.(values);
      } catch (error) {
        isJoined = await recover(error).catch((reason: unknown) => {
          fail(reason);
          return false;
        });
        if (isJoined && !canJoin) fail(error);
      }
    }, focusFirstError)();
    return isJoined && canJoin;
  };
  const run = async (attempt: Attempt<Values, Output>): Promise<void> => {
    if (!joined.checkChoices()) {
      focusFirstError();
      return;
    }
    let joins = 0;
    while (await attemptOnce(attempt, joins < joinsMax)) joins += 1;
  };
  const usual: Attempt<Values, Output> = { send, onSaved };
  const submit = (attempt: Attempt<Values, Output> = {}): Promise<void> => run({ ...usual, ...attempt });
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
    hasUnsavedChanges,
    submit,
    joined,
    restoredAt: draft.restored?.savedAt,
    discardRestored: () => {
      form.reset(loaded.values);
      joined.rebase(loaded);
      draft.forget();
    },
    focusFirstError,
  };
};
