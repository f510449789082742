import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';
import { isDialogOpen } from './use-palette-key';

export interface Shortcut {
  /** One key, `c`, or two keys pressed one after the other, `g t`. */
  keys: string;
  /** Runs again while the key is held. */
  repeats?: boolean | undefined;
  run: () => void;
}

/** Time for the second key of a sequence. */
const sequenceMs = 1_500;

/** Where a letter means something else. Checkboxes and radio buttons take no letters. */
const typedIn =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu], [role=listbox], [role=combobox]';

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(typedIn) !== null;

/** A sign can need Shift on one keyboard and not on another. */
const variantsOf = (key: string): string[] => (/^[a-z]$/.test(key) ? [key] : [key, `shift+${key}`]);

/** Mantine compares modifiers and keys. Whether a key counts is decided here, so it must not prevent the default. */
const matchOnly = { preventDefault: false };

/**
 * Runs shortcuts of keys without a modifier. They are off while the user types, in menus and in dialogs (WCAG 2.1.4
 * demands the switch `isOn`).
 */
export const useShortcuts = (shortcuts: readonly Shortcut[], { isOn }: { isOn: boolean }): void => {
  const prefix = useRef({ key: '', until: 0 });
  const press = (key: string, event: KeyboardEvent): void => {
    if (!isOn || event.defaultPrevented || event.isComposing || isTyping(event) || isDialogOpen()) return;
    const isSecond = prefix.current.key !== '' && event.timeStamp <= prefix.current.until;
    const pressed = isSecond ? `${prefix.current.key} ${key}` : key;
    prefix.current = { key: '', until: 0 };
    const shortcut = shortcuts.find(({ keys }) => keys === pressed);
    if (shortcut) {
      event.preventDefault();
      if (!event.repeat || shortcut.repeats) shortcut.run();
    } else if (shortcuts.some(({ keys }) => keys.startsWith(`${pressed} `))) {
      event.preventDefault();
      prefix.current = { key, until: event.timeStamp + sequenceMs };
    }
  };
  const keys = new Set(shortcuts.flatMap((shortcut) => shortcut.keys.split(' ')));
  const hotkeys = [...keys].flatMap((key) =>
    variantsOf(key).map((variant): HotkeyItem => [variant, (event) => press(key, event), matchOnly]),
  );
  useHotkeys(hotkeys, []);
};
