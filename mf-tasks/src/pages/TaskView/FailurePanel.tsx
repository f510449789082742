import { Notice } from '@obieg/ui';

interface FailurePanelProps {
  message: string;
  onDismiss: () => void;
}

/** Error panel of the page or of a form (spec 3 §8). Takes the focus, again on a new message. */
export const FailurePanel = ({ message, onDismiss }: FailurePanelProps) => (
  <Notice key={message} tone="danger" takesFocus onDismiss={onDismiss}>
    {message}
  </Notice>
);
