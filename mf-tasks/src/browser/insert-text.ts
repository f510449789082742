/** Sets the value as the user would. React ignores the event of a value that was set on the element itself. */
const setValue = (area: HTMLTextAreaElement, value: string): void => {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, value);
  area.dispatchEvent(new Event('input', { bubbles: true }));
};

/**
 * Inserts a text at the cursor, or replaces the selection. The form sees it like typed text.
 *
 * @returns false if the text would become longer than the area's `maxLength`
 */
export const insertText = (area: HTMLTextAreaElement, text: string): boolean => {
  const { selectionStart: start, selectionEnd: end, value, maxLength } = area;
  const changed = value.slice(0, start) + text + value.slice(end);
  if (maxLength >= 0 && changed.length > maxLength) return false;
  area.focus();
  setValue(area, changed);
  area.setSelectionRange(start + text.length, start + text.length);
  return true;
};
