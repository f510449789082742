import { Notice } from '@obieg/ui';
import { useEffect, useRef } from 'react';
import classes from './task-view.module.css';

interface FailurePanelProps {
  message: string;
  onDismiss: () => void;
}

/** What did not work (spec 3 §8), at the head of the task or of what was sent; who is elsewhere is led there. */
export const FailurePanel = ({ message, onDismiss }: FailurePanelProps) => {
  const panel = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure is another reason to look
  useEffect(() => panel.current?.focus(), [message]);
  return (
    <div ref={panel} tabIndex={-1} className={classes['failure']}>
      <Notice tone="danger" onDismiss={onDismiss}>
        {message}
      </Notice>
    </div>
  );
};
