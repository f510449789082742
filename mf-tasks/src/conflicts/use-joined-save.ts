import {
  type ConflictLanguage,
  describeJoined,
  type JoinedChanges,
  type JoinedFields,
  type Revision,
  saveJoined,
  useJoinedChanges,
} from '@obieg/ui/conflicts';
import { isPreconditionFailed, notify, useLanguage } from '@obieg/web-kit';
import { useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

interface JoinedSaveOptions<Values> {
  fields: JoinedFields<Values>;
  /** Only the user changes these values. */
  isOwn?: boolean;
  /** What the form shows first. */
  loaded: Revision<Values>;
  /** Loads what is saved now. */
  load: () => Promise<Revision<Values>>;
}

/** The specification's mix is Polish on these screens. */
export const useConflictLanguage = (): ConflictLanguage => (useLanguage() === 'en' ? 'en' : 'pl');

/** Saves a form of a dialog, joined with what another user saves first. `JoinedNotice` shows the other change. */
export const useJoinedSave = <Values extends FieldValues, Output = Values>(
  form: UseFormReturn<Values, unknown, Output>,
  options: JoinedSaveOptions<Values>,
) => {
  const language = useConflictLanguage();
  const joined: JoinedChanges<Values> = useJoinedChanges<Values>({
    ...options,
    getValues: () => structuredClone(form.getValues()),
    setValue: (name, value) =>
      form.setValue(name as unknown as FieldPath<Values>, value, { shouldDirty: true, shouldValidate: true }),
  });
  const [isSaving, setIsSaving] = useState(false);
  return {
    joined,
    /** @throws the 412 if the user must choose, and every other error */
    save: async (send: (values: Values, base: Revision<Values>) => Promise<void>): Promise<void> => {
      setIsSaving(true);
      await saveJoined({
        joined,
        getValues: form.getValues,
        send,
        readRefusal: (error) => (isPreconditionFailed(error) ? error : undefined),
      }).finally(() => setIsSaving(false));
      const message = describeJoined(joined, language);
      if (message !== undefined) notify.info(message);
    },
    /** Whether `JoinedNotice` says why the form was not saved, or the form saves again by itself. */
    isExplained: (error: unknown): boolean =>
      isPreconditionFailed(error) && (isSaving || (joined.getChange()?.conflicts.length ?? 0) > 0),
  };
};
