import { type ReactNode, useId } from 'react';
import { Button } from '../actions/Button';
import { Notice } from '../feedback/Notice';
import { useUiTexts } from '../provider/ui-context';
import { Dialog, ModalActions } from './Dialog';
import classes from './overlays.module.css';

export interface ConfirmDialogProps {
  isOpen: boolean;
  /** Question with the name of the object. A name that ends with a question mark does not double the mark. */
  title: string;
  /** The question, its consequence and the name of the object. */
  children: ReactNode;
  /** Names the action, for example `Delete group`. */
  confirmLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** Default: "cancel" in the user's language. Set it on screens with texts in a fixed language. */
  cancelLabel?: string;
  isRunning?: boolean;
  /** Reason of a failure. The dialog stays open. */
  error?: string | undefined;
  /** False if the action can be undone. */
  isDestructive?: boolean;
}

/** Asks for confirmation of an action. The focus starts on cancel. */
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
    <Dialog isOpen={isOpen} onClose={onCancel} title={title.replace(/(?<!\?)\?{2,}$/, '?')} width="narrow">
      <div id={id} className={classes['question']}>
        {children}
      </div>
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
