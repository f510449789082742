import type { Task } from '@obieg/contracts';
import { Card, EmptyState, ErrorPanel, Loading, SkeletonLines, Timeline, TimelineFold } from '@obieg/ui';
import { useSession } from '@obieg/web-kit';
import { useTaskMessages } from '../../messages';
import { ActivityItem } from './ActivityEntries';
import { CommentForm } from './CommentForm';
import { HeldInView } from './HeldInView';
import { type ActivityEntry, mergeActivity } from './merge-activity';
import { useAssignmentHistory, useChangeHistory, useComments, useStatusHistory } from './task.api';
import classes from './task-view.module.css';
import { useCollapsibleList } from './use-collapsible-list';

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

/** A task that lives long is read at its end; how it began says what it is about. */
const folded = { most: 40, first: 3, last: 17 };

const Stream = ({ entries }: { entries: readonly ActivityEntry[] }) => {
  const t = useTaskMessages();
  const { list, before, hidden, after, unfold } = useCollapsibleList(entries, folded);
  const show = (entry: ActivityEntry) => <ActivityItem key={entry.id} entry={entry} />;
  return (
    <Timeline ref={list} label={t('task.activity')}>
      {before.map(show)}
      {hidden > 0 ? (
        <TimelineFold onUnfold={unfold}>{t('task.showHidden', { count: hidden })}</TimelineFold>
      ) : null}
      {after.map(show)}
    </Timeline>
  );
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
        {entries && entries.length > 0 ? <Stream entries={entries} /> : null}
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
