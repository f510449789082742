import { useLayoutEffect } from 'react';

/** How the product calls itself. */
export const productName = 'Obieg';

/** Names the page in the browser's tab: the product's name, then the page's, e.g. `Obieg - Login` (spec 1 §2). */
export const usePageTitle = (title: string): void => {
  // With the page itself: who is told of a new page, as a reader of screens is, asks for its title at once.
  useLayoutEffect(() => {
    document.title = title ? `${productName} - ${title}` : productName;
  }, [title]);
};
