import type { Task } from '@obieg/contracts';
import { Card, EmptyState, Loading, SkeletonLines, Timeline, TimelineFold } from '@obieg/ui';
import { useSession } from '@obieg/web-kit';
import { Suspense } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { lazyPart } from '../../lazy-parts/lazy-part';
import { useTaskPart } from '../../task/task.api';
import { ActivityItem } from './ActivityEntries';
import { type ActivityEntry, mergeActivity } from './merge-activity';
import { ScrollAnchor } from './ScrollAnchor';
import classes from './task-view.module.css';
import { useCollapsibleList } from './use-collapsible-list';
import { useLinkedEntry } from './use-linked-entry';

/** A lazy part, because visitors do not comment. */
const CommentForm = lazyPart(async () => {
  const module = await import(/* webpackChunkName: "mf-tasks-comment-form" */ './CommentForm');
  return { default: module.CommentForm };
});

/** Comments and histories, without the parts that the caller may not see. */
const useActivity = (taskId: number): ActivityEntry[] =>
  mergeActivity({
    comments: useTaskPart(taskId, 'comments').data ?? [],
    statusHistory: useTaskPart(taskId, 'statusHistory').data ?? [],
    assignmentHistory: useTaskPart(taskId, 'assignmentHistory').data ?? [],
    changeHistory: useTaskPart(taskId, 'changeHistory').data ?? [],
  });

/** Readers of a long history need its latest entries, and the first ones for context. */
const collapseLimits = { maxItems: 40, first: 3, last: 17 };

const Stream = ({ task, entries }: { task: Task; entries: readonly ActivityEntry[] }) => {
  const t = useTaskMessages();
  const { list, before, hidden, after, expand } = useCollapsibleList(entries, collapseLimits);
  const linked = useLinkedEntry({ entries, shown: [...before, ...after], expand });
  const show = (entry: ActivityEntry) => (
    <ActivityItem key={entry.id} task={task} entry={entry} isLinked={entry.id === linked} />
  );
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
  const entries = useActivity(task.publicTaskId);
  return (
    <Card title={t('task.activity')}>
      <div className={classes['comment']}>
        {entries.length > 0 ? (
          <Stream task={task} entries={entries} />
        ) : (
          <EmptyState icon="history" title={t('task.noActivity')} />
        )}
        {task.view === 'author' || (isSignedIn && task.view !== 'visitor') ? (
          <ScrollAnchor>
            <Suspense
              fallback={
                <Loading>
                  <SkeletonLines lines={3} />
                </Loading>
              }
            >
              <CommentForm task={task} onSend={() => onFailure(undefined)} />
            </Suspense>
          </ScrollAnchor>
        ) : null}
      </div>
    </Card>
  );
};
