type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fields = 'input, textarea, select';
const controls = `${fields}, button, a`;

const hasChanged = (field: Field): boolean =>
  field instanceof HTMLSelectElement
    ? [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
    : field.value !== field.defaultValue;

/** Sets the value as the user does, so that React sees the change. */
const enter = (field: Field, value: string): void => {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
};

/** @returns the element at the same place of the same kind of elements */
const findCounterpart = (
  element: Element,
  from: Element,
  to: Element,
  selector: string,
): Element | undefined => {
  const counterpart = [...to.querySelectorAll(selector)][
    [...from.querySelectorAll(selector)].indexOf(element)
  ];
  return counterpart?.localName === element.localName && counterpart.textContent === element.textContent
    ? counterpart
    : undefined;
};

/**
 * Repeats on the rendered page what the visitor did on the first page of the document: what was typed and chosen, the
 * focus, and the last button that was tapped. Does nothing for elements that the rendered page does not have.
 *
 * @param page the first page, which the rendered page has replaced
 */
const repeatInput = (page: Element, root: Element): void => {
  for (const field of page.querySelectorAll<Field>(fields)) {
    const counterpart = hasChanged(field) && findCounterpart(field, page, root, fields);
    if (counterpart) enter(counterpart as Field, field.value);
  }
  const focused = page.querySelector('[data-focused]');
  if (focused) (findCounterpart(focused, page, root, controls) as HTMLElement | undefined)?.focus();
  const tapped = page.querySelector('[data-tapped]');
  if (tapped) (findCounterpart(tapped, page, root, 'button') as HTMLElement | undefined)?.click();
};

/** Takes the document's first page over. @returns a function to call when the rendered page has replaced it */
export const prepareTakeOver = (root: Element): (() => void) => {
  const page = root.querySelector('.ob-first-page');
  return () => {
    // Its class names are its own, but its rules for attributes are not.
    document.querySelector('.ob-first-page-style')?.remove();
    if (page && !page.isConnected) repeatInput(page, root);
  };
};
