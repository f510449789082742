import { useLayoutEffect } from 'react';

/** Also true while an open dialog has lost the focus. */
export const isDialogOpen = (): boolean =>
  document.querySelector('dialog[open], [aria-modal="true"]') !== null;

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';

/**
 * Opens the palette with Ctrl K or ⌘ K, also while the user types, but not over a dialog. Apart from the other
 * shortcuts, so that it works before their code has loaded, and without `useHotkeys`, because every first page loads it.
 */
export const usePaletteKey = (open: () => void): void =>
  // A layout effect runs before the user sees the page. A later effect would miss keys pressed at once.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (!isPaletteKey(event) || isDialogOpen()) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [open]);
