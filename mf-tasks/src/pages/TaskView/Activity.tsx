import type { Task } from '@obieg/contracts';
import { Card, EmptyState, ErrorPanel, Loading, SkeletonLines, Timeline, TimelineFold } from '@obieg/ui';
import { useSession } from '@obieg/web-kit';
import { useTaskMessages } from '../../messages';
import { ActivityItem } from './ActivityEntries';
import { CommentForm } from './CommentForm';
import { type ActivityEntry, mergeActivity } from './merge-activity';
import { ScrollAnchor } from './ScrollAnchor';
import { useAssignmentHistory, useChangeHistory, useComments, useStatusHistory } from './task.api';
import classes from './task-view.module.css';
import { useCollapsibleList } from './use-collapsible-list';

/** Loads the four parts of the activity. If one fails, the others are still shown. */
const useActivity = (taskId: number, isSignedIn: boolean) => {
  const comments = useComments(taskId);
  const statusHistory = useStatusHistory(taskId);
  const assignmentHistory = useAssignmentHistory(taskId, isSignedIn);
  const changeHistory = useChangeHistory(taskId, isSignedIn);
  const queries = [comments, statusHistory, ...(isSignedIn ? [assignmentHistory, changeHistory] : [])];
  const entries: ActivityEntry[] | undefined = queries.every(({ data, error }) => data || error)
    ? mergeActivity({
        comments: comments.data ?? [],
        statusHistory: statusHistory.data ?? [],
        assignmentHistory: assignmentHistory.data ?? [],
        changeHistory: changeHistory.data ?? [],
      })
    : undefined;
  return {
    entries,
    hasFailed: queries.some(({ data, error }) => error && !data),
    isFetching: queries.some(({ isFetching }) => isFetching),
    retry: (): void => {
      for (const { refetch } of queries) void refetch();
    },
  };
};

/** Readers of a long history need its latest entries, and the first ones for context. */
const collapseLimits = { maxItems: 40, first: 3, last: 17 };

const Stream = ({ entries }: { entries: readonly ActivityEntry[] }) => {
  const t = useTaskMessages();
  const { list, before, hidden, after, expand } = useCollapsibleList(entries, collapseLimits);
  const show = (entry: ActivityEntry) => <ActivityItem key={entry.id} entry={entry} />;
  return (
    <Timeline ref={list} label={t('task.activity')}>
      {before.map(show)}
      {hidden > 0 ? (
        <TimelineFold onUnfold={expand}>{t('task.showHidden', { count: hidden })}</TimelineFold>
      ) : null}
      {after.map(show)}
    </Timeline>
  );
};

interface ActivityProps {
  task: Task;
  onFailure: (message: string | undefined) => void;
}

/** Activity of a task with the comment form (spec 3 §2). */
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
          <ScrollAnchor>
            <CommentForm taskId={task.publicTaskId} onSend={() => onFailure(undefined)} />
          </ScrollAnchor>
        ) : null}
      </div>
    </Card>
  );
};
