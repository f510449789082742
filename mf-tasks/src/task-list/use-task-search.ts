import { taskSearchMaxLength } from '@obieg/contracts';
import { useNavigation, useSearchParams } from '@obieg/web-kit';
import { useEffect, useState } from 'react';

/** Delay from the last keystroke to the request: one request a word instead of one a letter. */
const debounceMs = 300;
const parameter = 'search';

const readSearch = (parameters: URLSearchParams): string =>
  (parameters.get(parameter) ?? '').trim().slice(0, taskSearchMaxLength);

/** Search text, debounced and kept in the URL for history, reload and links. */
export const useTaskSearch = () => {
  const [parameters, setParameters] = useSearchParams();
  const search = readSearch(parameters);
  const [typed, setTyped] = useState(search);

  // The text that this field wrote into the URL last, or read from it.
  const [written, setWritten] = useState(search);

  const searchFor = (text: string): void => {
    setWritten(text);
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        if (text === '') after.delete(parameter);
        else after.set(parameter, text);
        return after;
      },
      { replace: true },
    );
  };
  // Update the field when the URL changes from outside, for example by a link. A change of its own may arrive after the
  // user has typed on.
  const [shown, setShown] = useState(search);
  if (shown !== search) {
    setShown(search);
    setWritten(search);
    if (written !== search && typed.trim() !== search) setTyped(search);
  }
  // A debounced search during a navigation would cancel the navigation.
  const isLeaving = useNavigation().state !== 'idle';
  useEffect(() => {
    const text = typed.trim();
    if (text === search || isLeaving) return;
    const timer = setTimeout(() => searchFor(text), debounceMs);
    return () => clearTimeout(timer);
  });
  return {
    search,
    typed,
    type: setTyped,
    /** Clears the search without the debounce delay. */
    clear: (): void => {
      setTyped('');
      searchFor('');
    },
  };
};
export type TaskSearch = ReturnType<typeof useTaskSearch>;
