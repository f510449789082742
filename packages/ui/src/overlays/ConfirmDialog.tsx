import { type ReactNode, useId } from 'react';
import { Button } from '../actions/Button';
import { Notice } from '../feedback/Notice';
import { useUiTexts } from '../ui-context';
import { Dialog, ModalActions } from './Dialog';

export interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** The question and what follows from it, with the name of the thing. */
  children: ReactNode;
  /** Says what happens, e.g. `Delete group`. */
  confirmLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** Default: in the person's language; give it where the screen speaks another. */
  cancelLabel?: string;
  isRunning?: boolean;
  /** Why it did not work; the dialog stays. */
  error?: string | undefined;
  /** False for what can be undone. */
  isDestructive?: boolean;
}

/** Asks before something that is hard to undo. The focus is on cancel. */
export const ConfirmDialog = ({
  isOpen,
  title,
  children,
  confirmLabel,
  onConfirm,
  onCancel,
  cancelLabel,
  isRunning = false,
  error,
  isDestructive = true,
}: ConfirmDialogProps) => {
  const texts = useUiTexts();
  const id = useId();
  return (
    <Dialog isOpen={isOpen} onClose={onCancel} title={title} width="narrow">
      <div id={id}>{children}</div>
      {error ? <Notice tone="danger">{error}</Notice> : null}
      <ModalActions>
        <Button onClick={onCancel} autoFocus aria-describedby={id}>
          {cancelLabel ?? texts.cancel}
        </Button>
        <Button variant={isDestructive ? 'danger' : 'primary'} onClick={onConfirm} loading={isRunning}>
          {confirmLabel}
        </Button>
      </ModalActions>
    </Dialog>
  );
};
