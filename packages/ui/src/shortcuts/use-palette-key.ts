import { useWindowEvent } from '@mantine/hooks';

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
  useWindowEvent('keydown', (event) => {
    if (!isPaletteKey(event) || isDialogOpen()) return;
    event.preventDefault();
    open();
  });
