import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useUiTexts } from '../ui-context';

/**
 * What is typed in a search box is a question and no answer: left behind it looks like a choice, and what was meant for
 * one person goes to everybody. `leave` is called when somebody goes away from it, `error` says what to do then.
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

/** The box may stand in a part of the form that is folded. */
const showAndFocus = (box: HTMLInputElement): void => {
  const fold = box.closest('details');
  if (fold) fold.open = true;
  box.focus();
};

/**
 * Keeps the form around the box from being sent as long as `isLeftover`, whoever handles the sending: the event ends
 * before it gets there. The first such box of the form gets the focus.
 */
export const useLeftoverGuard = (
  box: RefObject<HTMLInputElement | null>,
  isLeftover: boolean,
  onRefuse: () => void,
): void => {
  const refuse = useEffectEvent((event: SubmitEvent): void => {
    if (!box.current) return;
    if (!event.defaultPrevented) showAndFocus(box.current);
    event.preventDefault();
    event.stopPropagation();
    onRefuse();
  });
  useEffect(() => {
    const form = isLeftover ? box.current?.form : undefined;
    if (!form) return;
    const listener = (event: SubmitEvent): void => refuse(event);
    form.addEventListener('submit', listener, { capture: true });
    return () => form.removeEventListener('submit', listener, { capture: true });
  }, [isLeftover, box]);
};
