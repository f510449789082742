import type { Comment, StatusHistoryEntry, Task } from '@obieg/contracts';
import {
  Badge,
  Card,
  EmptyState,
  ErrorPanel,
  Loading,
  SkeletonLines,
  StatusBadge,
  Text,
  Timeline,
  TimelineEntry,
} from '@obieg/ui';
import { useSession } from '@obieg/web-kit';
import { useTaskMessages } from '../../messages';
import { CommentForm } from './CommentForm';
import { useComments, useStatusHistory } from './task.api';
import classes from './task-view.module.css';

type Entry =
  | { kind: 'comment'; id: string; at: string; comment: Comment }
  | { kind: 'status'; id: string; at: string; change: StatusHistoryEntry };

/** Everything that happened, oldest first: comments and changes of status as one stream. */
const mergeActivity = (comments: readonly Comment[], statusHistory: readonly StatusHistoryEntry[]): Entry[] =>
  [
    ...comments.map(
      (comment): Entry => ({
        kind: 'comment',
        id: `comment-${comment.id}`,
        at: comment.createdAt,
        comment,
      }),
    ),
    ...statusHistory.map(
      (change): Entry => ({ kind: 'status', id: `status-${change.id}`, at: change.changedAt, change }),
    ),
  ].sort((one, other) => one.at.localeCompare(other.at));

const CommentBadges = ({
  comment: { visibleToAuthor, visibleUsers, visibleGroups },
}: {
  comment: Comment;
}) => {
  const t = useTaskMessages();
  const readers = [
    ...visibleUsers.map(({ userName }) => userName),
    ...visibleGroups.map(({ groupName }) => groupName),
  ];
  if (!visibleToAuthor && readers.length === 0) return null;
  return (
    <span className={classes['entryBadges']}>
      {readers.length > 0 ? <Badge icon="lock">{readers.join(', ')}</Badge> : null}
      {visibleToAuthor ? <Badge icon="visible">{t('task.visibleToAuthor')}</Badge> : null}
    </span>
  );
};

const CommentEntry = ({ comment }: { comment: Comment }) => {
  const t = useTaskMessages();
  return (
    <TimelineEntry
      icon="comment"
      summary={comment.authorEmail ?? t('task.unknown')}
      at={comment.createdAt}
      badges={<CommentBadges comment={comment} />}
      boxed
    >
      <Text preserveLines>{comment.content}</Text>
    </TimelineEntry>
  );
};

const StatusEntry = ({ change }: { change: StatusHistoryEntry }) => {
  const t = useTaskMessages();
  const person = change.changedByEmail ?? t('task.somebody');
  return (
    <TimelineEntry
      icon="transitions"
      at={change.changedAt}
      summary={
        <>
          {change.transitionName
            ? t('task.ranTransition', { person, transition: change.transitionName })
            : t('task.changedStatus', { person })}{' '}
          <StatusBadge type={change.statusType}>{change.statusName}</StatusBadge>
        </>
      }
    >
      {change.comment ? <Text preserveLines>{change.comment}</Text> : null}
    </TimelineEntry>
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
  const comments = useComments(task.publicTaskId);
  const history = useStatusHistory(task.publicTaskId);
  const hasFailed = (comments.error && !comments.data) || (history.error && !history.data);
  const entries = comments.data && history.data ? mergeActivity(comments.data, history.data) : undefined;
  const retry = (): void => {
    void comments.refetch();
    void history.refetch();
  };
  return (
    <Card title={t('task.activity')}>
      <div className={classes['comment']}>
        {entries?.length === 0 ? <EmptyState icon="history" title={t('task.noActivity')} /> : null}
        {entries && entries.length > 0 ? (
          <Timeline label={t('task.activity')}>
            {entries.map((entry) =>
              entry.kind === 'comment' ? (
                <CommentEntry key={entry.id} comment={entry.comment} />
              ) : (
                <StatusEntry key={entry.id} change={entry.change} />
              ),
            )}
          </Timeline>
        ) : null}
        {hasFailed ? (
          <ErrorPanel
            title={t('task.activityFailed')}
            onRetry={retry}
            isRetrying={comments.isFetching || history.isFetching}
          />
        ) : null}
        {!entries && !hasFailed ? (
          <Loading>
            <SkeletonLines lines={4} />
          </Loading>
        ) : null}
        {isSignedIn ? <CommentForm taskId={task.publicTaskId} onFailure={onFailure} /> : null}
      </div>
    </Card>
  );
};
