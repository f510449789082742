import { type ReactNode, useRef } from 'react';
import { Button } from '../actions/Button';
import { CopyButton } from '../actions/CopyButton';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { useUiTexts } from '../provider/ui-context';
import { useFocusFallback } from '../provider/use-focus-fallback';
import classes from './feedback.module.css';

export interface ErrorPanelProps {
  /** What happened. */
  title: string;
  /** What the user can do about it. */
  children?: ReactNode;
  icon?: IconName;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** Alternatives, for example a link back to the list. */
  actions?: ReactNode;
  /** Renders the title as the page's heading. */
  isWholePage?: boolean;
  /** Shown small, with a copy button, for error reports. */
  requestId?: string | undefined;
}

/** Replaces a page, or a part of it, that failed to load. */
export const ErrorPanel = ({
  title,
  children,
  icon = 'error',
  onRetry,
  isRetrying = false,
  actions,
  isWholePage = false,
  requestId,
}: ErrorPanelProps) => {
  const texts = useUiTexts();
  const Title = isWholePage ? 'h1' : 'p';
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <div ref={box} role="alert" className={classes['errorPanel']}>
      <span className={classes['errorIcon']}>
        <Icon name={icon} size={22} />
      </span>
      <Title className={classes['emptyTitle']}>{title}</Title>
      {children ? <div className={classes['emptyText']}>{children}</div> : null}
      {onRetry || actions ? (
        <div className={classes['emptyAction']}>
          {onRetry ? (
            <Button variant="primary" icon="refresh" onClick={onRetry} loading={isRetrying}>
              {texts.retry}
            </Button>
          ) : null}
          {actions}
        </div>
      ) : null}
      {requestId ? (
        <p className={classes['requestId']}>
          {texts.requestId}: <code>{requestId}</code>
          <CopyButton value={requestId} compact />
        </p>
      ) : null}
    </div>
  );
};
