import { Notice } from '@obieg/ui';
import { useLayoutEffect, useRef } from 'react';
import classes from './task-view.module.css';

interface FailurePanelProps {
  message: string;
  onDismiss: () => void;
}

/** Error panel of the page or of a form (spec 3 §8). Takes the focus, so that users notice it. */
export const FailurePanel = ({ message, onDismiss }: FailurePanelProps) => {
  const panel = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus again on a new message
  useLayoutEffect(() => panel.current?.focus(), [message]);
  return (
    <div ref={panel} tabIndex={-1} className={classes['failure']}>
      <Notice tone="danger" onDismiss={onDismiss}>
        {message}
      </Notice>
    </div>
  );
};
