import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useUiTexts } from '../provider/ui-context';

/**
 * Stores the text of a search box. Unselected text looks like a selection. Without an error, a comment meant for one
 * user would become visible to everyone. Call `leave` on blur and on submission. `error` then asks the user to choose
 * an item or to clear the field.
 */
export const useTypedTerm = () => {
  const texts = useUiTexts();
  const [typed, setTyped] = useState('');
  const [hasLeft, setHasLeft] = useState(false);
  return {
    typed,
    type: (text: string): void => {
      setTyped(text);
      setHasLeft(false);
    },
    leave: (): void => setHasLeft(true),
    error: hasLeft && typed.trim() !== '' ? texts.chooseOrClear : undefined,
  };
};

/** Opens a collapsed section around the box first. */
const showAndFocus = (box: HTMLInputElement): void => {
  const section = box.closest('details');
  if (section) section.open = true;
  box.focus();
};

/**
 * Blocks submission of the surrounding form while `hasLeftover` is true, and focuses the first such box. Listens in
 * the capture phase, so that other submit handlers do not run.
 */
export const useLeftoverGuard = (
  box: RefObject<HTMLInputElement | null>,
  hasLeftover: boolean,
  onBlock: () => void,
): void => {
  const block = useEffectEvent((event: SubmitEvent): void => {
    if (!box.current) return;
    if (!event.defaultPrevented) showAndFocus(box.current);
    event.preventDefault();
    event.stopPropagation();
    onBlock();
  });
  useEffect(() => {
    const form = hasLeftover ? box.current?.form : undefined;
    if (!form) return;
    const listener = (event: SubmitEvent): void => block(event);
    form.addEventListener('submit', listener, { capture: true });
    return () => form.removeEventListener('submit', listener, { capture: true });
  }, [hasLeftover, box]);
};
