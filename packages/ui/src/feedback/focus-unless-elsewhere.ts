/** Whether the user has moved the focus out of `around`. A dialog does not count, because it closes. */
const isElsewhere = (around: Element): boolean => {
  const active = document.activeElement;
  if (active === null || active === document.body || around.contains(active)) return false;
  return active.closest('[role="dialog"]') === null;
};

/**
 * Focuses `target` after an action in `around`, because the pressed button may have been removed. Does nothing if the
 * user went on to another element meanwhile: what they type there would otherwise be lost.
 */
export const focusUnlessElsewhere = (
  target: HTMLElement | null | undefined,
  around: Element | null,
): void => {
  if (around && isElsewhere(around)) return;
  target?.focus();
};
