import { useState } from 'react';
import { useUiTexts } from '../ui-context';
import { ConfirmDialog } from './ConfirmDialog';
import { Dialog, type DialogProps } from './Dialog';

export interface ModalProps extends Omit<DialogProps, 'isCovered'> {
  /** Something was typed: Escape, backdrop and the close button ask before it is lost. */
  isDirty?: boolean;
}

/** A short task that needs an answer before the page goes on. The element with `data-autofocus` gets the focus. */
export const Modal = ({ isDirty = false, onClose, ...dialog }: ModalProps) => {
  const texts = useUiTexts();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Dialog {...dialog} onClose={isDirty ? () => setIsAsking(true) : onClose} isCovered={isAsking} />
      {/* Mounted no earlier: the Escape that asks would at once be heard by the question too, and answer it. */}
      {isAsking ? (
        <ConfirmDialog
          isOpen
          title={texts.discardTitle}
          confirmLabel={texts.discard}
          cancelLabel={texts.goOn}
          onConfirm={() => {
            setIsAsking(false);
            onClose();
          }}
          onCancel={() => setIsAsking(false)}
        >
          {texts.discardText}
        </ConfirmDialog>
      ) : null}
    </>
  );
};
