import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Asks the forms of the page, which cancel `beforeunload` while they have unsaved input. Drafts that survive a reload
 * do not.
 */
export const hasUnsavedInput = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

const inputEvents = ['input', 'click', 'keyup'] as const;

/** Whether a reload of the page loses input. Checks again after each input of the user. */
export const useHasUnsavedInput = (): boolean => {
  const { key } = useLocation();
  const [result, setResult] = useState(hasUnsavedInput);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other forms
  useEffect(() => {
    const watch = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Deferred until the form has rendered with the input.
    const check = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setResult(hasUnsavedInput()));
    };
    check();
    for (const type of inputEvents) document.addEventListener(type, check, { signal: watch.signal });
    return () => {
      watch.abort();
      clearTimeout(timer);
    };
  }, [key]);
  return result;
};
