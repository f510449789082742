/** Shows both the list and the diagram. Narrower windows show one of them and a switch. */
export const bothViewsMedia = '(min-width: 1024px)';
/** Shows them side by side; otherwise the diagram is above the list. Keep in sync with transition-list.module.css. */
export const sideBySideMedia = '(min-width: 1720px)';
/** The list has room for columns of executors and conditions. */
export const wideListMedia = '(min-width: 1280px)';
/** The table consists of cards. Keep in sync with the tables of the ui package. */
export const cardsMedia = '(max-width: 1099px)';
