import type { TransitionOption } from '@obieg/contracts';
import { Modal } from '@obieg/ui/overlays';
import { useTaskMessages } from '../../messages';
import { TransitionButton, type TransitionRun } from './TransitionButton';
import classes from './task-view.module.css';

interface TransitionSheetProps extends TransitionRun {
  options: readonly TransitionOption[];
  onClose: () => void;
}

/** The transitions that a phone's bar has no room for: whole names, each with why it cannot be run. */
const TransitionSheet = ({ options, onClose, ...running }: TransitionSheetProps) => {
  const t = useTaskMessages();
  return (
    <Modal isOpen onClose={onClose} title={t('task.otherTransitions')}>
      <ul className={classes['sheet']}>
        {options.map((option) => (
          <li key={option.transitionId} className={classes['transition']}>
            <TransitionButton option={option} {...running} />
          </li>
        ))}
      </ul>
    </Modal>
  );
};

export default TransitionSheet;
