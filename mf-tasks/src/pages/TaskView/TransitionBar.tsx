import type { TransitionOption, TransitionReason } from '@obieg/contracts';
import { Button, Text } from '@obieg/ui';
import { useTaskMessages } from '../../messages';
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
  const namesByReason = new Map<TransitionReason, string[]>();
  for (const { reasons, transitionName } of options) {
    for (const reason of reasons)
      namesByReason.set(reason, [...(namesByReason.get(reason) ?? []), transitionName]);
  }
  if (namesByReason.size === 0) return null;
  return (
    // Screen readers have the reason at each button.
    <div className={classes['phoneReasons']} aria-hidden="true">
      {[...namesByReason].map(([reason, names]) => (
        <Text key={reason} size="small" muted>
          {`${names.join(', ')}: ${t(`task.reasons.${reason}`)}`}
        </Text>
      ))}
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
          <div
            key={option.transitionId}
            className={classes['transition']}
            data-behind={others.includes(option) || undefined}
          >
            <TransitionButton option={option} isFirst={option === first} {...running} />
          </div>
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
