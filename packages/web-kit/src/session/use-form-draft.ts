import {
  draftKey,
  onDraftsDropped,
  onSessionChange,
  readFreshDraft,
  tabStorage,
  toStoredDraft,
  writeStored,
} from '@obieg/web-kit';
import { useEffect, useEffectEvent, useState } from 'react';

/** A form that the end of the session has closed is continued soon or not at all. */
const maxAgeMs = 24 * 3_600_000;
/** Characters of JSON. More than the server takes in a body (256 KB) cannot be saved anyway. */
const maxLength = 300_000;

const keyOf = (name: string): string | undefined => draftKey(`form/${name}`);

/** Returns what is unsaved in a form; undefined if nothing is. */
type ReadForm = () => unknown;

/** The open forms of the user, by name. `key` contains the user. */
const openForms = new Map<string, { key: string; read: ReadForm }>();

/** The next user's text in a form that is still open must not become a draft of this one. */
const keepForms = (): void => {
  for (const [name, { key, read }] of openForms) {
    const content = read();
    const draft = content === undefined ? '' : toStoredDraft(content);
    if (draft !== '' && draft.length <= maxLength) writeStored(tabStorage, key, draft);
    if (keyOf(name) !== key) openForms.delete(name);
  }
};
onSessionChange(keepForms);
// A sign-out in this tab has asked, and keeps nothing.
onDraftsDropped(() => openForms.clear());

const keepOnSessionEnd = (name: string, read: ReadForm): (() => void) => {
  const key = keyOf(name);
  if (key === undefined) return () => undefined;
  const form = { key, read };
  openForms.set(name, form);
  return () => {
    if (openForms.get(name) === form) openForms.delete(name);
  };
};

const dropFormDraft = (name: string): void => {
  const key = keyOf(name);
  if (key !== undefined) writeStored(tabStorage, key, null);
};

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
  const key = keyOf(name);
  const { content, savedAt = '' } = (key && readFreshDraft(tabStorage, key, maxAgeMs)) || {};
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
 * Keeps what is unsaved in a form when the session ends, in another tab or by its age, and returns it to the same user in
 * this tab. Never pass passwords or secrets. `restored` is undefined after `forget`, and if there is none.
 */
export const useFormDraft = <Values extends object>({ name, present, read }: FormDraftOptions<Values>) => {
  const [restored, setRestored] = useState(() => (name === undefined ? undefined : parse(name, present)));
  const readNow = useEffectEvent(read);
  useEffect(() => {
    if (name === undefined) return;
    // The form holds it now.
    dropFormDraft(name);
    return keepOnSessionEnd(name, () => readNow());
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
