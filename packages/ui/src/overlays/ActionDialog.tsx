import { type FormEvent, type ReactNode, useRef } from 'react';
import { Button } from '../actions/Button';
import { Notice } from '../feedback/Notice';
import { Form } from '../form/FormActions';
import { focusFirstProblem, useProblemFocus } from '../form/use-problem-focus';
import type { IconName } from '../icons/icons';
import { useUiTexts } from '../provider/ui-context';
import { ModalActions } from './Dialog';
import { Modal, type ModalProps } from './Modal';
import type { Action } from './use-action';

const FailureNotice = ({ title, reason }: { title: string | undefined; reason: string }) =>
  title !== undefined && reason !== '' ? (
    <Notice tone="danger" title={title} takesFocus>
      {reason}
    </Notice>
  ) : (
    <Notice tone="danger" takesFocus>
      {title ?? reason}
    </Notice>
  );

export interface ActionDialogProps extends Omit<ModalProps, 'isOpen' | 'isBusy'> {
  /** From `useAction`. Its `onDone` closes the dialog. */
  action: Action;
  /** Validates the fields, then runs the action. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  /** Names the action. */
  submitLabel: string;
  submitIcon?: IconName;
  /** The action cannot run yet, for an obvious reason. */
  isDisabled?: boolean;
  /** Why the action cannot run. */
  disabledReason?: string | undefined;
  /** Default: "cancel" in the user's language. */
  cancelLabel?: string;
  /** The dialog has no fields: the focus starts on cancel, as in a question. */
  focusesCancel?: boolean;
  /** Title above the reason of a failure. Without it, the reason is a whole sentence. */
  failureTitle?: string;
  /** Buttons before the cancel button. */
  leadingActions?: ReactNode;
  /** Buttons between the cancel button and the main one. */
  extraActions?: ReactNode;
}

/**
 * Dialog with the fields of an action. It cannot be closed while the action runs, and shows its failure. After a
 * submission, the first invalid field gets the focus.
 */
export const ActionDialog = ({
  action: { failure, isRunning },
  onSubmit,
  submitLabel,
  submitIcon,
  isDisabled = false,
  disabledReason,
  cancelLabel,
  focusesCancel = false,
  failureTitle,
  leadingActions,
  extraActions,
  children,
  ...modal
}: ActionDialogProps) => {
  const texts = useUiTexts();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstError = useProblemFocus(() => focusFirstProblem(form.current));
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isDisabled || disabledReason !== undefined) return;
    await onSubmit(event);
    focusFirstError();
  };
  return (
    <Modal {...modal} isOpen isBusy={isRunning}>
      <Form ref={form} onSubmit={(event) => void submit(event)}>
        {failure === undefined ? null : <FailureNotice title={failureTitle} reason={failure} />}
        {children}
        <ModalActions>
          {leadingActions}
          <Button onClick={modal.onClose} disabled={isRunning} autoFocus={focusesCancel}>
            {cancelLabel ?? texts.cancel}
          </Button>
          {extraActions}
          <Button
            type="submit"
            variant="primary"
            {...(submitIcon ? { icon: submitIcon } : {})}
            loading={isRunning}
            disabled={isDisabled}
            disabledReason={isRunning ? undefined : disabledReason}
          >
            {submitLabel}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};
