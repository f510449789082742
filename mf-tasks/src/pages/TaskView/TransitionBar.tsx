import type { TransitionOption } from '@obieg/contracts';
import { Button, Text, useFocusFallback } from '@obieg/ui';
import { useRef } from 'react';
import { useTaskMessages } from '../../messages';
import { describeReasons } from './describe-reasons';
import { TransitionButton, type TransitionRun } from './TransitionButton';
import classes from './task-view.module.css';

interface TransitionBarProps extends TransitionRun {
  options: readonly TransitionOption[];
  /** Asks for those that a phone has no room for. */
  onMore: () => void;
}

/** This many stand beside or above each other on a phone; of more, one stands for all. */
const fitOnPhone = 2;

/** What the bar of a phone keeps to itself, and what it leaves to the sheet. */
export const shareBar = (options: readonly TransitionOption[]) => {
  const first = options.find(({ canExecute }) => canExecute);
  const shown = options.length > fitOnPhone ? (first ?? options[0]) : undefined;
  return { first, others: shown ? options.filter((option) => option !== shown) : [] };
};

/** On a phone the reasons stand once for all buttons, above them. */
const PhoneReasons = ({ options }: { options: readonly TransitionOption[] }) => {
  const t = useTaskMessages();
  const namesByReason = new Map<string, string[]>();
  for (const option of options) {
    for (const reason of describeReasons(option, t))
      namesByReason.set(reason, [...(namesByReason.get(reason) ?? []), option.transitionName]);
  }
  if (namesByReason.size === 0) return null;
  return (
    // Screen readers have the reason at each button.
    <div className={classes['phoneReasons']} aria-hidden="true">
      {[...namesByReason].map(([reason, names]) => (
        <Text key={reason} size="small" muted>
          {`${names.join(', ')}: ${reason}`}
        </Text>
      ))}
    </div>
  );
};

interface TransitionPlaceProps extends TransitionRun {
  option: TransitionOption;
  isFirst: boolean;
  isBehind: boolean;
}

/** It may go away under the hands of a keyboard, when somebody else has moved the task. */
const TransitionPlace = ({ isBehind, ...button }: TransitionPlaceProps) => {
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <div ref={box} className={classes['transition']} data-behind={isBehind || undefined}>
      <TransitionButton {...button} />
    </div>
  );
};

/** All transitions, the first that can be run in front; on a phone with many, the others behind one button. */
export const TransitionBar = ({ options, onMore, ...running }: TransitionBarProps) => {
  const t = useTaskMessages();
  const { first, others } = shareBar(options);
  const isMoreRunning = others.some(({ transitionId }) => transitionId === running.runningId);
  return (
    <>
      <PhoneReasons options={options.filter((option) => !others.includes(option))} />
      <div className={classes['transitions']} data-crowded={others.length > 0}>
        {options.map((option) => (
          <TransitionPlace
            key={option.transitionId}
            option={option}
            isFirst={option === first}
            isBehind={others.includes(option)}
            {...running}
          />
        ))}
        {others.length > 0 ? (
          <div className={classes['more']}>
            <Button
              icon="more"
              aria-haspopup="dialog"
              loading={isMoreRunning}
              disabled={running.isBusy}
              onClick={onMore}
            >
              {t('task.moreTransitions', { number: others.length })}
            </Button>
          </div>
        ) : null}
      </div>
    </>
  );
};
