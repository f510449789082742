import type { Task } from '@obieg/contracts';
import { Card, EmptyState, ErrorPanel, Loading, SkeletonLines, Timeline } from '@obieg/ui';
import { useSession } from '@obieg/web-kit';
import { useTaskMessages } from '../../messages';
import { ActivityItem } from './ActivityEntries';
import { CommentForm } from './CommentForm';
import { HeldInView } from './HeldInView';
import { type ActivityEntry, mergeActivity } from './merge-activity';
import { useAssignmentHistory, useChangeHistory, useComments, useStatusHistory } from './task.api';
import classes from './task-view.module.css';

/** The stream's parts come by calls of their own; one that fails does not hide the others. */
const useActivity = (taskId: number, isSignedIn: boolean) => {
  const comments = useComments(taskId);
  const statusHistory = useStatusHistory(taskId);
  const assignmentHistory = useAssignmentHistory(taskId, isSignedIn);
  const changeHistory = useChangeHistory(taskId, isSignedIn);
  const needed = [comments, statusHistory, ...(isSignedIn ? [assignmentHistory, changeHistory] : [])];
  const entries: ActivityEntry[] | undefined = needed.every(({ data, error }) => data || error)
    ? mergeActivity({
        comments: comments.data ?? [],
        statusHistory: statusHistory.data ?? [],
        assignmentHistory: assignmentHistory.data ?? [],
        changeHistory: changeHistory.data ?? [],
      })
    : undefined;
  return {
    entries,
    hasFailed: needed.some(({ data, error }) => error && !data),
    isFetching: needed.some(({ isFetching }) => isFetching),
    retry: (): void => {
      for (const { refetch } of needed) void refetch();
    },
  };
};

interface ActivityProps {
  task: Task;
  onFailure: (message: string | undefined) => void;
}

/** What happened with the task, and the place to say something about it (spec 3 §2). */
export const Activity = ({ task, onFailure }: ActivityProps) => {
  const t = useTaskMessages();
  const isSignedIn = useSession() !== undefined;
  const { entries, hasFailed, isFetching, retry } = useActivity(task.publicTaskId, isSignedIn);
  return (
    <Card title={t('task.activity')}>
      <div className={classes['comment']}>
        {entries?.length === 0 && !hasFailed ? (
          <EmptyState icon="history" title={t('task.noActivity')} />
        ) : null}
        {entries && entries.length > 0 ? (
          <Timeline label={t('task.activity')}>
            {entries.map((entry) => (
              <ActivityItem key={entry.id} entry={entry} task={task} />
            ))}
          </Timeline>
        ) : null}
        {hasFailed ? (
          <ErrorPanel title={t('task.activityFailed')} onRetry={retry} isRetrying={isFetching} />
        ) : null}
        {entries ? null : (
          <Loading>
            <SkeletonLines lines={4} />
          </Loading>
        )}
        {isSignedIn && task.view !== 'visitor' ? (
          <HeldInView>
            <CommentForm taskId={task.publicTaskId} onSend={() => onFailure(undefined)} />
          </HeldInView>
        ) : null}
      </div>
    </Card>
  );
};
