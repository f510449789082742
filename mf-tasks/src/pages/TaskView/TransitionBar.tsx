import type { TransitionOption } from '@obieg/contracts';
import { Button, Text, useFocusFallback } from '@obieg/ui';
import { useRef } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { describeReasons } from '../../transitions/describe-reasons';
import { TransitionButton, type TransitionRunProps } from './TransitionButton';
import classes from './task-view.module.css';

interface TransitionBarProps extends TransitionRunProps {
  options: readonly TransitionOption[];
  /** Opens the sheet with the transitions that do not fit on a phone. */
  onMore: () => void;
}

/** With more transitions, a phone shows the primary one and a button for the sheet. */
const maxPhoneButtons = 2;

/** Splits the transitions into the primary one and those that a phone moves to the sheet. */
export const splitTransitions = (options: readonly TransitionOption[]) => {
  const primary = options.find(({ canExecute }) => canExecute);
  const visible = options.length > maxPhoneButtons ? (primary ?? options[0]) : undefined;
  return { primary, overflow: visible ? options.filter((option) => option !== visible) : [] };
};

/** Phones show each reason once above the buttons. */
const PhoneReasons = ({ options }: { options: readonly TransitionOption[] }) => {
  const t = useTaskMessages();
  const namesByReason = new Map<string, string[]>();
  for (const option of options) {
    for (const reason of describeReasons(option, t))
      namesByReason.set(reason, [...(namesByReason.get(reason) ?? []), option.transitionName]);
  }
  if (namesByReason.size === 0) return null;
  return (
    // Screen readers get the reason from each button's description.
    <div className={classes['phoneReasons']} aria-hidden="true">
      {[...namesByReason].map(([reason, names]) => (
        <Text key={reason} size="small" muted>
          {`${names.join(', ')}: ${reason}`}
        </Text>
      ))}
    </div>
  );
};

interface TransitionSlotProps extends TransitionRunProps {
  option: TransitionOption;
  isPrimary: boolean;
  isOverflow: boolean;
}

/** Keeps the focus nearby when another user's change removes the focused button. */
const TransitionSlot = ({ isOverflow, ...button }: TransitionSlotProps) => {
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <div ref={box} className={classes['transition']} data-overflow={isOverflow || undefined}>
      <TransitionButton {...button} />
    </div>
  );
};

/** Buttons of all transitions. On a phone, those that do not fit move to a sheet. */
export const TransitionBar = ({ options, onMore, ...runProps }: TransitionBarProps) => {
  const t = useTaskMessages();
  const { primary, overflow } = splitTransitions(options);
  const isMoreRunning = overflow.some(({ transitionId }) => transitionId === runProps.runningId);
  return (
    <>
      <PhoneReasons options={options.filter((option) => !overflow.includes(option))} />
      <div className={classes['transitions']} data-crowded={overflow.length > 0}>
        {options.map((option) => (
          <TransitionSlot
            key={option.transitionId}
            option={option}
            isPrimary={option === primary}
            isOverflow={overflow.includes(option)}
            {...runProps}
          />
        ))}
        {overflow.length > 0 ? (
          <div className={classes['more']}>
            <Button
              icon="more"
              aria-haspopup="dialog"
              loading={isMoreRunning}
              disabled={runProps.isBusy}
              onClick={onMore}
            >
              {t('task.moreTransitions', { number: overflow.length })}
            </Button>
          </div>
        ) : null}
      </div>
    </>
  );
};
