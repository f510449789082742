import { type KeyboardEvent, useState } from 'react';

interface Suggestions {
  count: number;
  /** Selects the option, unless it is disabled. */
  onSelect: (index: number) => void;
  onDismiss: () => void;
}

const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Keyboard of a text area with a list of suggestions: arrows choose, Enter selects, Escape and Tab close. Without a list, the
 * keys belong to the text.
 */
export const useSuggestionKeys = ({ count, onSelect, onDismiss }: Suggestions) => {
  const [chosen, setChosen] = useState(0);
  const active = count > 0 ? Math.min(chosen, count - 1) : -1;
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and arrows belong to the input method while it composes a character.
    if (active < 0 || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (step !== undefined) setChosen((active + step + count) % count);
    else if (event.key === 'Enter' && !event.shiftKey) onSelect(active);
    else if (event.key === 'Escape' || event.key === 'Tab') onDismiss();
    else return;
    // The list is gone before the browser moves the focus, which would otherwise stop in it.
    if (event.key === 'Tab') return;
    event.preventDefault();
    // Escape closes only the list.
    event.stopPropagation();
  };
  return { active, onKeyDown, reset: () => setChosen(0) };
};
