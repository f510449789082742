import { useCallback, useEffect, useReducer, useRef } from 'react';

const activities = ['keydown', 'pointerdown'] as const;

const problems = ['[aria-invalid="true"]', '[data-field-error]'];
const controls = 'input, select, textarea, button';

/** A group of checkboxes and what a picker holds have no control that is marked; what is said of them stands before it. */
const controlOf = (problem: HTMLElement | null | undefined): HTMLElement | null | undefined =>
  problem?.matches('[data-field-error]') ? problem.parentElement?.querySelector(controls) : problem;

/** Focuses the first field that is marked as wrong, or what `besides` finds before it; false while there is none. */
export const focusFirstProblem = (form: HTMLElement | null | undefined, besides?: string): boolean => {
  const selector = [...problems, ...(besides === undefined ? [] : [besides])].join(', ');
  const first = controlOf(form?.querySelector<HTMLElement>(selector));
  first?.focus();
  return first !== null && first !== undefined;
};

/**
 * For a form that finds something wrong, or whose server does: what it answers moves the focus there as soon as
 * `tryFocus` succeeds. What is wrong may be marked some renderings later; who types or presses something before that is
 * not called back. Call it together with what marks, in a component that is rendered anew by it.
 */
export const useProblemFocus = (tryFocus: () => boolean): (() => void) => {
  const isDue = useRef(false);
  const [, renderAnew] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (isDue.current && tryFocus()) isDue.current = false;
  });
  useEffect(() => {
    const goOn = (): void => {
      isDue.current = false;
    };
    for (const activity of activities) document.addEventListener(activity, goOn, true);
    return () => {
      for (const activity of activities) document.removeEventListener(activity, goOn, true);
    };
  }, []);
  return useCallback(() => {
    isDue.current = true;
    renderAnew();
  }, []);
};
