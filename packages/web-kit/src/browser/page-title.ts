import { useLayoutEffect } from 'react';

export const productName = 'Obieg';

/** Sets the browser title, e.g. `Obieg - Login` (spec 1 §2). */
export const usePageTitle = (title: string): void => {
  // Sets the title together with the page: a screen reader reads it as soon as the page changes.
  useLayoutEffect(() => {
    document.title = title ? `${productName} - ${title}` : productName;
  }, [title]);
};
