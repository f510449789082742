import { useCallback, useEffect, useReducer, useRef } from 'react';

const inputEvents = ['keydown', 'pointerdown'] as const;

const problems = ['[aria-invalid="true"]', '[data-field-error]'];
const controls = 'input, select, textarea, button';

/** Checkbox groups and selected items have no invalid control. Returns the control after their error instead. */
const findControl = (problem: HTMLElement | null | undefined): HTMLElement | null | undefined =>
  problem?.matches('[data-field-error]') ? problem.parentElement?.querySelector(controls) : problem;

/**
 * Focuses the first invalid field, or an earlier element that matches `extraSelector`. Returns false if there is
 * none.
 */
export const focusFirstProblem = (form: HTMLElement | null | undefined, extraSelector?: string): boolean => {
  const selector = [...problems, ...(extraSelector === undefined ? [] : [extraSelector])].join(', ');
  const first = findControl(form?.querySelector<HTMLElement>(selector));
  first?.focus();
  return first !== null && first !== undefined;
};

/**
 * Returns a function that focuses the first error after a rejected submission. It retries `tryFocus` after each
 * render until it succeeds, because the error may be marked some renders later. Further user input cancels it. Use it
 * in a component that renders when the errors change.
 */
export const useProblemFocus = (tryFocus: () => boolean): (() => void) => {
  const isPending = useRef(false);
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (isPending.current && tryFocus()) isPending.current = false;
  });
  useEffect(() => {
    const cancel = (): void => {
      isPending.current = false;
    };
    for (const event of inputEvents) document.addEventListener(event, cancel, true);
    return () => {
      for (const event of inputEvents) document.removeEventListener(event, cancel, true);
    };
  }, []);
  return useCallback(() => {
    isPending.current = true;
    rerender();
  }, []);
};
