import { Notice } from '@obieg/ui';

interface FailureNoticeProps {
  title: string;
  /** Empty if the errors of the fields explain the failure. */
  reason: string;
}

/** Error notice of a dialog. */
export const FailureNotice = ({ title, reason }: FailureNoticeProps) =>
  reason === '' ? (
    <Notice tone="danger">{title}</Notice>
  ) : (
    <Notice tone="danger" title={title}>
      {reason}
    </Notice>
  );
