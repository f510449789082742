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

/** What a visitor recognizes an element by. The frame of the rendered page can have other elements before it. */
const describe = (element: Element): string =>
  JSON.stringify([
    element.localName,
    ...['type', 'name', 'aria-label', 'placeholder'].map((name) => element.getAttribute(name)),
    element.textContent,
  ]);

/** @returns the element that looks the same, at the same place of those that do */
const findCounterpart = (
  element: Element,
  from: Element,
  to: Element,
  selector: string,
): Element | undefined => {
  const description = describe(element);
  const listSame = (place: Element): Element[] =>
    [...place.querySelectorAll(selector)].filter((one) => describe(one) === description);
  return listSame(to)[listSame(from).indexOf(element)];
};

const repeatInput = (page: Element, root: Element): void => {
  for (const field of page.querySelectorAll<Field>(fields)) {
    const counterpart = hasChanged(field) && findCounterpart(field, page, root, fields);
    if (counterpart) enter(counterpart as Field, field.value);
  }
};

const repeatFocus = (page: Element, root: Element): void => {
  const focused = page.querySelector('[data-focused]');
  if (focused) (findCounterpart(focused, page, root, controls) as HTMLElement | undefined)?.focus();
};

const repeatTap = (page: Element, root: Element): void => {
  const tapped = page.querySelector('[data-tapped]');
  const button = tapped && (findCounterpart(tapped, page, root, 'button') as HTMLButtonElement | undefined);
  if (!button) return;
  // The button can still be disabled, because forms validate later what has just been entered.
  if (button.type === 'submit' && button.form) button.form.requestSubmit();
  else button.click();
};

/**
 * Takes the document's first page over: repeats on the rendered page, which has replaced it, what the visitor did. Does
 * nothing for elements that the rendered page does not have.
 */
export const prepareTakeOver = (root: Element) => {
  const page = root.querySelector('.ob-first-page');
  const isReplaced = (): boolean => page !== null && !page.isConnected;
  return {
    /** In the task that replaces the page: a key that is pressed next must not be lost. */
    moveFocus: (): void => {
      // Its class names are its own, but its rules for attributes are not.
      document.querySelector('.ob-first-page-style')?.remove();
      if (page && isReplaced()) repeatFocus(page, root);
    },
    /** When the rendered page works: what was typed and chosen, then the last button that was tapped. */
    repeat: (): void => {
      if (!page || !isReplaced()) return;
      repeatInput(page, root);
      repeatTap(page, root);
    },
  };
};
