import { isOverdue } from '@obieg/contracts';
import { Badge, DateTime, useClock } from '@obieg/ui';
import type { ReactNode } from 'react';
import { useTaskMessages } from '../i18n/messages';

interface DueDateProps {
  dueAt: string;
  statusType: string;
  /** With the time of day. */
  isExact?: boolean;
  /** The date in a narrow column, where an overdue one has two lines. */
  narrowDate?: ReactNode;
  /** Says what the date is. An overdue one always does. */
  hasLabel?: boolean;
}

/** The due date of a task. An overdue one has a word and an icon besides its colour. */
export const DueDate = ({
  dueAt,
  statusType,
  isExact = false,
  narrowDate,
  hasLabel = false,
}: DueDateProps) => {
  const t = useTaskMessages();
  const nowMs = useClock();
  const date = narrowDate ?? <DateTime value={dueAt} format={isExact ? 'dateTime' : 'shortDate'} />;
  return isOverdue({ dueAt, statusType }, nowMs) ? (
    <Badge tone="danger" icon="clock" isWrapping={narrowDate !== undefined}>
      {t('due.overdue')} {date}
    </Badge>
  ) : (
    <>
      {hasLabel ? `${t('due.label')}: ` : null}
      {date}
    </>
  );
};
