import { useEffect, useEffectEvent, useState } from 'react';
import { dropFormDraft, keepFormOnSessionEnd, readFormDraft } from './drafts';

/** What is unsaved in a form. */
export interface UnsavedForm<Values> {
  /** The revision that the values are based on, so that saving finds what others have saved since. */
  base: { values: Values; etag: string | undefined };
  values: Values;
}

export interface RestoredForm<Values> extends UnsavedForm<Values> {
  /** ISO 8601. */
  savedAt: string;
}

const hasFieldsOf = (stored: unknown, fields: object): stored is object =>
  typeof stored === 'object' &&
  stored !== null &&
  Object.keys(stored).length > 0 &&
  Object.keys(stored).every((name) => name in fields);

/** A form of another release can have other fields. Its draft is ignored. */
const parse = <Values extends object>(name: string, present: Values): RestoredForm<Values> | undefined => {
  const { content, savedAt = '' } = readFormDraft(name) ?? {};
  const { base, values } = (content ?? {}) as Partial<UnsavedForm<Values>>;
  if (!hasFieldsOf(values, present) || !hasFieldsOf(base?.values, present)) return undefined;
  return {
    base: { values: { ...present, ...base.values }, etag: base.etag },
    values: { ...present, ...values },
    savedAt,
  };
};

interface FormDraftOptions<Values extends object> {
  /** Undefined for a form that keeps nothing, for example because it holds a password. */
  name: string | undefined;
  /** What the form shows without a draft. */
  present: Values;
  /** Returns what is unsaved; undefined if nothing is. */
  read: () => UnsavedForm<Values> | undefined;
}

/**
 * Keeps what is unsaved in a form when the session ends, in this tab or another, and returns it to the same user in this
 * tab. `restored` is undefined after `forget`, and if there is none.
 */
export const useFormDraft = <Values extends object>({ name, present, read }: FormDraftOptions<Values>) => {
  const [restored, setRestored] = useState(() => (name === undefined ? undefined : parse(name, present)));
  const readNow = useEffectEvent(read);
  useEffect(() => {
    if (name === undefined) return;
    // The form holds it now.
    dropFormDraft(name);
    return keepFormOnSessionEnd(name, () => readNow());
  }, [name]);
  return {
    restored,
    /** Call it when the form is saved, or shows what is saved. */
    forget: (): void => {
      if (name !== undefined) dropFormDraft(name);
      setRestored(undefined);
    },
  };
};
