import type { Actor } from '@obieg/service-kit';
import { isReadableCommentFor } from './comments.policy';
import { callerSql } from './reader-sql';
import { hasBasePermission, isAuthor } from './tasks.policy';

/** SQL: the reader watches `t`: by choice, or because they wrote it, have it or commented on it. */
export const isWatching = `coalesce(
  (select w.is_watching from task_watches w
    where w.organization_id = t.organization_id and w.user_id = :readerId and w.task_id = t.id),
  ${isAuthor} or t.assigned_user_id = :readerId or exists (
    select 1 from comments c
     where c.organization_id = t.organization_id and c.task_id = t.id and c.author_user_id = :readerId),
  false)`;

/** SQL: `n` is an entry of the reader's inbox, now or later. */
export const isInInbox = 'n.user_id = :readerId and n.in_inbox and n.done_at is null';

/** SQL: `n` of the task `t`, which the reader may see, is about no comment, or about one that they may read. */
export const isOfReadableComment = (
  isMember: boolean,
  reader = callerSql,
): string => `(n.comment_id is null or exists (
  select 1 from comments c where c.organization_id = n.organization_id and c.id = n.comment_id
     and c.deleted_at is null and ${isReadableCommentFor(reader, isMember)}))`;

/** SQL: the reader, who may see `t`, has unread news of it. */
export const hasUnread = (isMember: boolean): string => `exists (
  select 1 from notifications n
   where n.organization_id = t.organization_id and n.task_id = t.id and ${isInInbox}
     and n.read_at is null and n.shown_at <= now() and ${isOfReadableComment(isMember)})`;

/**
 * SQL: ids of the tasks with unread news for the reader. The list that uses it checks that the reader may see the task.
 */
export const unreadTaskIds = (actor: Actor): string => `array(
  select n.task_id from notifications n join tasks t on t.organization_id = n.organization_id and t.id = n.task_id
   where n.organization_id = app_organization_id() and ${isInInbox}
     and n.read_at is null and n.shown_at <= now() and ${isOfReadableComment(hasBasePermission(actor))})`;

/** SQL: ids of the tasks that the reader watches. */
export const watchedTaskIds = `array(
  select t.id from tasks t
   where t.organization_id = app_organization_id() and t.deleted_at is null and ${isAuthor}
  union select t.id from tasks t
   where t.organization_id = app_organization_id() and t.deleted_at is null and t.assigned_user_id = :readerId
  union select c.task_id from comments c
   where c.organization_id = app_organization_id() and c.author_user_id = :readerId
  union select w.task_id from task_watches w
   where w.organization_id = app_organization_id() and w.user_id = :readerId and w.is_watching
  except select w.task_id from task_watches w
   where w.organization_id = app_organization_id() and w.user_id = :readerId and not w.is_watching)`;
