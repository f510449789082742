/** Id of an option, for `aria-activedescendant` of the box that keeps the focus. */
export const getOptionId = (listId: string, index: number): string => `${listId}-${index}`;
