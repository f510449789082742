import type { TransitionOption } from '@obieg/contracts';
import { Modal } from '@obieg/ui/overlays';
import { useTaskMessages } from '../../messages';
import { TransitionButton, type TransitionRunProps } from './TransitionButton';
import classes from './task-view.module.css';

interface TransitionSheetProps extends TransitionRunProps {
  options: readonly TransitionOption[];
  onClose: () => void;
}

/** Dialog for phones with the transitions that do not fit into the bar. */
const TransitionSheet = ({ options, onClose, ...runProps }: TransitionSheetProps) => {
  const t = useTaskMessages();
  return (
    <Modal isOpen onClose={onClose} title={t('task.otherTransitions')}>
      <ul className={classes['sheet']}>
        {options.map((option) => (
          <li key={option.transitionId} className={classes['transition']}>
            <TransitionButton option={option} {...runProps} />
          </li>
        ))}
      </ul>
    </Modal>
  );
};

export default TransitionSheet;
