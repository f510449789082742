import type { TaskListResponse } from '@obieg/contracts';
import { Card, ErrorPanel, Loading, SkeletonLines } from '@obieg/ui';
import { isApiError } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { useShellMessages } from '../../i18n/shell-messages';
import type { useOpenTasks } from './dashboard.api';

interface TaskCardProps {
  title: string;
  actions?: ReactNode;
  query: ReturnType<typeof useOpenTasks>;
  children: (response: TaskListResponse) => ReactNode;
}

/** Card with a task list. Handles loading and errors, and keeps the old data during a refetch. */
export const TaskCard = ({ title, actions, query, children }: TaskCardProps) => {
  const t = useShellMessages();
  const { data, error, isFetching, refetch } = query;
  return (
    <Card title={title} actions={actions}>
      {data ? children(data) : null}
      {!data && error ? (
        <ErrorPanel
          title={t('dashboard.tasksFailed')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          requestId={isApiError(error) ? error.requestId : undefined}
        />
      ) : null}
      {!data && !error ? (
        <Loading>
          <SkeletonLines lines={4} />
        </Loading>
      ) : null}
    </Card>
  );
};
