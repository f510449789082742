import type { TransitionOption } from '@obieg/contracts';
import { Button, Text } from '@obieg/ui';
import { useId } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { describeReasons } from '../../transitions/describe-reasons';
import classes from './task-view.module.css';

/** State that all transition buttons share. */
export interface TransitionRunProps {
  runningId: number | undefined;
  /** A transition is running, so all buttons are disabled. */
  isBusy: boolean;
  /** The transitions have just changed; see `useClickGuard`. */
  ignoresClicks: boolean;
  run: (option: TransitionOption) => void;
}

interface TransitionButtonProps extends TransitionRunProps {
  option: TransitionOption;
  isPrimary?: boolean;
  autoFocus?: boolean;
}

/** Button of a transition, with the reasons why it cannot run. */
export const TransitionButton = ({
  option,
  isPrimary = false,
  autoFocus = false,
  runningId,
  isBusy,
  ignoresClicks,
  run,
}: TransitionButtonProps) => {
  const t = useTaskMessages();
  const reasonId = useId();
  const reasons = describeReasons(option, t).join(' ');
  return (
    <>
      <Button
        variant={isPrimary ? 'primary' : 'secondary'}
        fullWidth
        autoFocus={autoFocus}
        loading={runningId === option.transitionId}
        disabled={!option.canExecute || isBusy}
        onClick={() => run(option)}
        aria-disabled={ignoresClicks}
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
