import { isOverdue } from '@obieg/contracts';
import { Badge, DateTime, useClock } from '@obieg/ui';
import { useTaskMessages } from '../i18n/messages';

interface DueDateProps {
  dueAt: string;
  statusType: string;
  /** With the time of day. */
  isExact?: boolean;
  /** In a narrow column: the time of a date of today, and an overdue one on two lines. */
  isNarrow?: boolean;
  /** Says what the date is. An overdue one always does. */
  hasLabel?: boolean;
}

/** The due date of a task. An overdue one has a word and an icon besides its colour. */
export const DueDate = ({
  dueAt,
  statusType,
  isExact = false,
  isNarrow = false,
  hasLabel = false,
}: DueDateProps) => {
  const t = useTaskMessages();
  const nowMs = useClock();
  const date = <DateTime value={dueAt} format={isExact ? 'dateTime' : isNarrow ? 'day' : 'shortDate'} />;
  return isOverdue({ dueAt, statusType }, nowMs) ? (
    <Badge tone="danger" icon="clock" isWrapping={isNarrow}>
      {t('due.overdue')} {date}
    </Badge>
  ) : (
    <>
      {hasLabel ? `${t('due.label')}: ` : null}
      {date}
    </>
  );
};
