import type { TaskListItem, TransitionOption } from '@obieg/contracts';
import { Button, Text } from '@obieg/ui';
import { Modal } from '@obieg/ui/overlays';
import { useTaskMessages } from '../../i18n/messages';
import { describeReasons } from '../../transitions/describe-reasons';
import classes from './board.module.css';

interface MoveDialogProps {
  card: TaskListItem;
  options: readonly TransitionOption[];
  onChoose: (option: TransitionOption) => void;
  onClose: () => void;
}

/** Offers transitions of a card, each with its status and the reason why it cannot run. */
const MoveDialog = ({ card, options, onChoose, onClose }: MoveDialogProps) => {
  const t = useTaskMessages();
  const first = options.find(({ canExecute }) => canExecute);
  return (
    <Modal isOpen onClose={onClose} title={t('board.choose', { title: card.title })}>
      <ul className={classes['options']}>
        {options.map((option) => (
          <li key={option.transitionId}>
            <Button
              fullWidth
              autoFocus={option === first}
              disabledReason={describeReasons(option, t).join(' ') || undefined}
              onClick={() => {
                if (option.canExecute) onChoose(option);
              }}
            >
              {option.transitionName}
            </Button>
            <Text size="small" muted>
              {[option.toStatusName, ...describeReasons(option, t)].join(' · ')}
            </Text>
          </li>
        ))}
      </ul>
    </Modal>
  );
};

export default MoveDialog;
