import { taskSearchMaxLength } from '@obieg/contracts';
import { useNavigation, useSearchParams } from '@obieg/web-kit';
import { useEffect, useState } from 'react';

/** Between the last key and the question to the server: one question a word rather than one a letter. */
const typingPauseMs = 300;
const parameter = 'search';

const readSearch = (parameters: URLSearchParams): string =>
  (parameters.get(parameter) ?? '').trim().slice(0, taskSearchMaxLength);

/** What is searched for. It stands in the address, so that going back, reloading and a sent link find the same. */
export const useTaskSearch = () => {
  const [parameters, setParameters] = useSearchParams();
  const search = readSearch(parameters);
  const [typed, setTyped] = useState(search);

  const searchFor = (text: string): void =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        if (text === '') after.delete(parameter);
        else after.set(parameter, text);
        return after;
      },
      { replace: true },
    );
  // The address changed by another hand than the field's, e.g. by a link.
  const [shown, setShown] = useState(search);
  if (shown !== search) {
    setShown(search);
    if (typed.trim() !== search) setTyped(search);
  }
  // A search that comes due after a click on a link would call the person back from where it leads.
  const isLeaving = useNavigation().state !== 'idle';
  useEffect(() => {
    const text = typed.trim();
    if (text === search || isLeaving) return;
    const timer = setTimeout(() => searchFor(text), typingPauseMs);
    return () => clearTimeout(timer);
  });
  return {
    search,
    typed,
    type: setTyped,
    /** At once, without waiting for another key. */
    clear: (): void => {
      setTyped('');
      searchFor('');
    },
  };
};
export type TaskSearch = ReturnType<typeof useTaskSearch>;
