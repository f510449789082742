import { isOverdue } from '@obieg/contracts';
import type { ReactNode } from 'react';
import { useUiTexts } from '../provider/ui-context';
import { Badge } from './Badge';
import { DateTime } from './DateTime';
import { useClock } from './use-clock';

interface DueDateProps {
  dueAt: string;
  statusType: string;
  /** With the time of day. */
  isExact?: boolean;
  /** The date in a narrow column, where an overdue one has two lines. */
  narrowDate?: ReactNode;
  /** Stands before a date that is not overdue. */
  label?: string;
}

/** The due date of a task. An overdue one has a word and an icon besides its colour. */
export const DueDate = ({ dueAt, statusType, isExact = false, narrowDate, label }: DueDateProps) => {
  const { overdue } = useUiTexts();
  const nowMs = useClock();
  const date = narrowDate ?? <DateTime value={dueAt} format={isExact ? 'dateTime' : 'shortDate'} />;
  return isOverdue({ dueAt, statusType }, nowMs) ? (
    <Badge tone="danger" icon="clock" isWrapping={narrowDate !== undefined}>
      {overdue} {date}
    </Badge>
  ) : (
    <>
      {label === undefined ? null : `${label}: `}
      {date}
    </>
  );
};
