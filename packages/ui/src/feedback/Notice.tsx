import { type ReactNode, useRef } from 'react';
import { IconButton } from '../actions/IconButton';
import { Icon } from '../Icon';
import type { IconName } from '../icons';
import { useUiTexts } from '../ui-context';
import classes from './feedback.module.css';
import { useFocusStays } from './use-focus-stays';

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
  /** Read out when it appears: what went wrong at once, all else when there is a pause. */
  announce?: boolean;
}

/** A message in the page's flow. A field's error belongs to the field, a page's to `ErrorPanel`. */
export const Notice = ({
  tone = 'info',
  title,
  children,
  actions,
  onDismiss,
  announce = true,
}: NoticeProps) => {
  const texts = useUiTexts();
  const role = tone === 'danger' ? 'alert' : 'status';
  const box = useRef<HTMLDivElement>(null);
  useFocusStays(box);
  return (
    <div ref={box} className={classes['notice']} data-tone={tone} role={announce ? role : undefined}>
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
