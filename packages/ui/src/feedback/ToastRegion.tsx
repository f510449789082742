import { limits } from '@obieg/contracts/limits';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../actions/Button';
import { IconButton } from '../actions/IconButton';
import { Icon } from '../icons/Icon';
import { useUiTexts } from '../provider/ui-context';
import { useFocusFallback } from '../provider/use-focus-fallback';
import classes from './feedback.module.css';
import { type Tone, toneIcons } from './Notice';

interface Toast {
  id: number;
  tone: Exclude<Tone, 'danger'>;
  text: string;
  action?: { label: string; run: () => void } | undefined;
}

/** Time to read the text, decide and reach the button. */
const actionMs = 10_000;

interface ToastCardProps {
  toast: Toast;
  onDismiss: (id: Toast['id']) => void;
}

const ToastCard = ({ toast: { id, tone, text, action }, onDismiss }: ToastCardProps) => {
  const texts = useUiTexts();
  const [isPaused, setIsPaused] = useState(false);
  const dismiss = useEffectEvent(() => onDismiss(id));
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismiss(), action ? actionMs : limits.messageMs);
    return () => clearTimeout(timer);
  }, [isPaused, action]);
  const card = useRef<HTMLLIElement>(null);
  useFocusFallback(card);
  return (
    <li
      ref={card}
      className={classes['toast']}
      data-tone={tone}
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <Icon name={toneIcons[tone]} size={18} className={classes['noticeIcon']} />
      <span className={classes['toastText']}>{text}</span>
      {action ? (
        <Button
          size="small"
          onClick={() => {
            action.run();
            onDismiss(id);
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton icon="clear" label={texts.dismiss} onClick={() => onDismiss(id)} />
    </li>
  );
};

export interface ToastRegionProps {
  toasts: readonly Toast[];
  onDismiss: (id: Toast['id']) => void;
}

/**
 * Messages that need no reaction. They disappear after 3 seconds, with an action after 10, or later while hovered or
 * focused (spec 1 §9).
 */
export const ToastRegion = ({ toasts, onDismiss }: ToastRegionProps) => {
  const texts = useUiTexts();
  return (
    <section aria-label={texts.notifications} aria-live="polite" className={classes['toasts']}>
      <ul>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onDismiss={onDismiss} />
        ))}
      </ul>
    </section>
  );
};
