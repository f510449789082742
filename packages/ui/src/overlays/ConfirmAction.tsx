import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog';
import { type ActionOptions, useAction } from './use-action';

interface ConfirmActionProps
  extends Pick<ConfirmDialogProps, 'title' | 'children' | 'confirmLabel' | 'cancelLabel' | 'isDestructive'> {
  action: () => Promise<unknown>;
  describeFailure: ActionOptions['describeFailure'];
  /** Called on cancel, and when the action has succeeded. */
  onClose: () => void;
}

/** Asks for confirmation, then runs an action. Closes when it succeeds, and shows its failure. */
export const ConfirmAction = ({ action, describeFailure, onClose, ...dialog }: ConfirmActionProps) => {
  const { run, failure, isRunning } = useAction({ describeFailure, onDone: onClose });
  return (
    <ConfirmDialog
      {...dialog}
      isOpen
      isRunning={isRunning}
      error={failure}
      onConfirm={() => void run(action)}
      onCancel={onClose}
    />
  );
};
