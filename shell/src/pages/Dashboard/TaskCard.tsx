import type { TaskListResponse } from '@obieg/contracts';
import { Card, QueryView, SkeletonLines } from '@obieg/ui';
import type { ReactNode } from 'react';
import type { useOpenTasks } from './dashboard.api';
import { useDashboardMessages } from './messages';

interface TaskCardProps {
  title: string;
  actions?: ReactNode;
  query: ReturnType<typeof useOpenTasks>;
  children: (response: TaskListResponse) => ReactNode;
}

/** Card with a task list. Handles loading and errors, and keeps the old data during a refetch. */
export const TaskCard = ({ title, actions, query, children }: TaskCardProps) => {
  const t = useDashboardMessages();
  return (
    <Card title={title} actions={actions}>
      <QueryView query={query} failure={t('tasksFailed')} skeleton={<SkeletonLines lines={4} />}>
        {children}
      </QueryView>
    </Card>
  );
};
