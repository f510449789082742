import type { TransitionOption } from '@obieg/contracts';
import { Modal } from '@obieg/ui/overlays';
import { TransitionButton, type TransitionRunProps } from './TransitionButton';
import classes from './task-view.module.css';

interface TransitionSheetProps extends TransitionRunProps {
  title: string;
  options: readonly TransitionOption[];
  onClose: () => void;
}

/** Dialog with transitions: those that do not fit into the bar of a phone, or all, by keyboard. */
const TransitionSheet = ({ title, options, onClose, ...runProps }: TransitionSheetProps) => {
  const first = options.find(({ canExecute }) => canExecute);
  return (
    <Modal isOpen onClose={onClose} title={title}>
      <ul className={classes['sheet']}>
        {options.map((option) => (
          <li key={option.transitionId} className={classes['transition']}>
            <TransitionButton option={option} autoFocus={option === first} {...runProps} />
          </li>
        ))}
      </ul>
    </Modal>
  );
};

export default TransitionSheet;
