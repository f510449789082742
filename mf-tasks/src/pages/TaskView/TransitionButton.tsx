import type { TransitionOption } from '@obieg/contracts';
import { Button, Text } from '@obieg/ui';
import { useId } from 'react';
import { useTaskMessages } from '../../messages';
import { describeReasons } from './describe-reasons';
import classes from './task-view.module.css';

/** The transition that runs, if one does, and how to begin one. */
export interface TransitionRun {
  runningId: number | undefined;
  /** Nothing can be pressed now. */
  isBusy: boolean;
  /** What is offered has been there for a moment only; a press does nothing yet. */
  isSettling: boolean;
  run: (option: TransitionOption) => void;
}

interface TransitionButtonProps extends TransitionRun {
  option: TransitionOption;
  isFirst?: boolean;
}

/** One transition, with why it cannot be run. */
export const TransitionButton = ({
  option,
  isFirst = false,
  runningId,
  isBusy,
  isSettling,
  run,
}: TransitionButtonProps) => {
  const t = useTaskMessages();
  const reasonId = useId();
  const reasons = describeReasons(option, t).join(' ');
  return (
    <>
      <Button
        variant={isFirst ? 'primary' : 'secondary'}
        fullWidth
        loading={runningId === option.transitionId}
        disabled={!option.canExecute || isBusy}
        onClick={() => run(option)}
        aria-disabled={isSettling}
        aria-describedby={reasons ? reasonId : undefined}
      >
        {option.transitionName}
      </Button>
      {reasons ? (
        <div id={reasonId} className={classes['reason']}>
          <Text size="small" muted>
            {reasons}
          </Text>
        </div>
      ) : null}
    </>
  );
};
