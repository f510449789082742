import { useLocation } from '@obieg/web-kit';
import { useEffect } from 'react';

interface LinkedEntryOptions {
  entries: readonly { id: string }[];
  shown: readonly { id: string }[];
  /** Shows all entries. */
  expand: () => void;
}

/** Scrolls to the entry that the address names, as `#comment-12`, and focuses it. @returns the entry's id */
export const useLinkedEntry = ({ entries, shown, expand }: LinkedEntryOptions): string | undefined => {
  const linked = useLocation().hash.slice(1);
  const exists = entries.some(({ id }) => id === linked);
  const isShown = shown.some(({ id }) => id === linked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `expand` is new in each render
  useEffect(() => {
    if (!exists) return;
    if (!isShown) return expand();
    const element = document.getElementById(linked);
    element?.scrollIntoView?.({ block: 'center' });
    element?.focus({ preventScroll: true });
  }, [linked, exists, isShown]);
  return exists ? linked : undefined;
};
