import { type ReactNode, useRef } from 'react';
import { Button } from '../actions/Button';
import { CopyButton } from '../actions/CopyButton';
import { Icon } from '../Icon';
import type { IconName } from '../icons';
import { useUiTexts } from '../ui-context';
import classes from './feedback.module.css';
import { useFocusStays } from './use-focus-stays';

export interface ErrorPanelProps {
  /** What happened. */
  title: string;
  /** What one can do about it. */
  children?: ReactNode;
  icon?: IconName;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** Default: "try again". */
  retryLabel?: string;
  /** Further ways out, e.g. back to the list. */
  actions?: ReactNode;
  /** It stands for a whole page, so its title is the page's heading. */
  isWholePage?: boolean;
  /** For whoever helps; small and to copy. */
  requestId?: string | undefined;
}

/** A page or a part of it that could not be shown. */
export const ErrorPanel = ({
  title,
  children,
  icon = 'error',
  onRetry,
  isRetrying = false,
  retryLabel,
  actions,
  isWholePage = false,
  requestId,
}: ErrorPanelProps) => {
  const texts = useUiTexts();
  const Title = isWholePage ? 'h1' : 'p';
  const box = useRef<HTMLDivElement>(null);
  useFocusStays(box);
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
              {retryLabel ?? texts.retry}
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
