import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../actions/IconButton';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { useUiTexts } from '../provider/ui-context';
import { useFocusFallback } from '../provider/use-focus-fallback';
import classes from './feedback.module.css';
import { focusUnlessElsewhere } from './focus-unless-elsewhere';

export type Tone = 'info' | 'success' | 'warning' | 'danger';

export const toneIcons: Record<Tone, IconName> = {
  info: 'info',
  success: 'final',
  warning: 'warning',
  danger: 'error',
};

export interface NoticeProps {
  tone?: Tone;
  title?: string;
  children: ReactNode;
  /** Below the text. */
  actions?: ReactNode;
  onDismiss?: () => void;
  /** Announces the message to screen readers: errors immediately, other messages at the next pause. */
  announce?: boolean;
  /**
   * Takes the focus when it appears, which scrolls to it: for the failure of a form, whose button may be a screen away.
   * Does not take it from a user who has left the form meanwhile.
   */
  takesFocus?: boolean;
}

/** Message in the flow of the page. For a field's error use the field's `error`, for a failed page `ErrorPanel`. */
export const Notice = ({
  tone = 'info',
  title,
  children,
  actions,
  onDismiss,
  announce = true,
  takesFocus = false,
}: NoticeProps) => {
  const texts = useUiTexts();
  const role = tone === 'danger' ? 'alert' : 'status';
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  useEffect(() => {
    if (takesFocus) focusUnlessElsewhere(box.current, box.current?.closest('form') ?? null);
  }, [takesFocus]);
  return (
    <div
      ref={box}
      tabIndex={takesFocus ? -1 : undefined}
      className={classes['notice']}
      data-tone={tone}
      role={announce ? role : undefined}
    >
      <Icon name={toneIcons[tone]} size={18} className={classes['noticeIcon']} />
      <div className={classes['noticeBody']}>
        {title ? <strong className={classes['noticeTitle']}>{title}</strong> : null}
        <div>{children}</div>
        {actions ? <div className={classes['noticeActions']}>{actions}</div> : null}
      </div>
      {onDismiss ? <IconButton icon="clear" label={texts.dismiss} onClick={onDismiss} /> : null}
    </div>
  );
};
