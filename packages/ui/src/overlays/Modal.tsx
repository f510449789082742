import { useState } from 'react';
import { useUiTexts } from '../provider/ui-context';
import { ConfirmDialog } from './ConfirmDialog';
import { Dialog, type DialogProps } from './Dialog';

export interface ModalProps extends DialogProps {
  /** Set if there is unsaved input. Closing then asks for confirmation. */
  isDirty?: boolean;
}

/** Dialog for a short task. The element with `data-autofocus` gets the focus. */
export const Modal = ({ isDirty = false, onClose, children, ...dialog }: ModalProps) => {
  const texts = useUiTexts();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Dialog {...dialog} onClose={isDirty ? () => setIsAsking(true) : onClose}>
      {children}
      {/* Mounted only when needed. Otherwise the Escape that opens the question would also close it. */}
      {isAsking ? (
        <ConfirmDialog
          isOpen
          title={texts.discardTitle}
          confirmLabel={texts.discard}
          cancelLabel={texts.keepEditing}
          onConfirm={() => {
            setIsAsking(false);
            onClose();
          }}
          onCancel={() => setIsAsking(false)}
        >
          {texts.discardText}
        </ConfirmDialog>
      ) : null}
    </Dialog>
  );
};
