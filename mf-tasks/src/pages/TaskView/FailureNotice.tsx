import { Notice } from '@obieg/ui';

interface FailureNoticeProps {
  /** What did not work. */
  title: string;
  /** Why; empty where the fields say it. */
  reason: string;
}

/** In a dialog: what did not work, and why. */
export const FailureNotice = ({ title, reason }: FailureNoticeProps) =>
  reason === '' ? (
    <Notice tone="danger">{title}</Notice>
  ) : (
    <Notice tone="danger" title={title}>
      {reason}
    </Notice>
  );
