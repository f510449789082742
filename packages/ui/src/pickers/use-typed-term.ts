import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useUiTexts } from '../ui-context';

/**
 * Holds the text of a search box. Text that remains without a selection looks like a choice, so that, for example, a
 * comment meant for one person would reach everybody. Call `leave` on blur and on submission; `error` then asks the
 * user to choose or to clear the field.
 */
export const useTypedTerm = () => {
  const texts = useUiTexts();
  const [typed, setTyped] = useState('');
  const [isLeft, setIsLeft] = useState(false);
  return {
    typed,
    type: (text: string): void => {
      setTyped(text);
      setIsLeft(false);
    },
    leave: (): void => setIsLeft(true),
    error: isLeft && typed.trim() !== '' ? texts.chooseOrClear : undefined,
  };
};

/** Opens a collapsed section around the box first. */
const showAndFocus = (box: HTMLInputElement): void => {
  const section = box.closest('details');
  if (section) section.open = true;
  box.focus();
};

/**
 * Blocks submission of the surrounding form while `isLeftover` is true, and focuses the first such box. Listens in
 * the capture phase, so that other submit handlers do not run.
 */
export const useLeftoverGuard = (
  box: RefObject<HTMLInputElement | null>,
  isLeftover: boolean,
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
    const form = isLeftover ? box.current?.form : undefined;
    if (!form) return;
    const listener = (event: SubmitEvent): void => block(event);
    form.addEventListener('submit', listener, { capture: true });
    return () => form.removeEventListener('submit', listener, { capture: true });
  }, [isLeftover, box]);
};
