import type { NotificationReason } from '@obieg/contracts';
import { decidersOf, hasWaitingRound } from '../approval-rounds/approver-sql';
import { actingMemberIdsOf } from '../groups/effective-groups';
import { personHasBase, personReadsComment, personSeesTask } from '../policy/person-access';

const assignedUser = 'select t.assigned_user_id as user_id';

/** SQL: who watches `t` unless they muted it. */
const watchers = `
  select t.author_user_id as user_id
  union select u.id from users u join memberships m on m.organization_id = q.organization_id and m.user_id = u.id
         where t.author_user_id is null and lower(u.email) = t.author_email and m.is_email_verified
  union ${assignedUser}
  union select c.author_user_id from comments c where c.organization_id = t.organization_id and c.task_id = t.id
  union select w.user_id from task_watches w
         where w.organization_id = t.organization_id and w.task_id = t.id and w.is_watching`;

/** SQL: the members of an assigned group, or the assigned user. */
const assignees = `${assignedUser} union (${actingMemberIdsOf('t.assigned_group_id')})`;

/** SQL: `user_id` of everyone concerned by the row `q` of the queue about the task `t`. */
const concerned: Record<NotificationReason, string> = {
  ASSIGNED: 'select q.subject_id as user_id',
  ASSIGNED_TO_GROUP: `(${actingMemberIdsOf('q.subject_id')})`,
  MENTIONED: 'select q.subject_id as user_id',
  COMMENTED: watchers,
  STATUS_CHANGED: watchers,
  DUE_SOON: assignees,
  OVERDUE: assignees,
  APPROVAL_REQUESTED: decidersOf(actingMemberIdsOf('any(r.approver_group_ids)')),
  TARGET_SOON: assignees,
  TARGET_MISSED: assignees,
  // Sent by mail only, by the reporter's link.
  REPORTER_UPDATE: 'select cast(null as bigint) as user_id where false',
};

/** Reasons that also come from a muted task, because another person addresses the reader. */
const unmutable: readonly NotificationReason[] = ['ASSIGNED', 'MENTIONED', 'APPROVAL_REQUESTED'];

/** SQL: the comment that the news is about. */
const commentId: Partial<Record<NotificationReason, string>> = {
  COMMENTED: 'q.subject_id',
  MENTIONED: 'q.comment_id',
};

/** SQL: `person` may see the task, and the comment if the news is about one. The rule of lists, for many readers. */
const maySee = (reason: NotificationReason): string => {
  if (reason === 'APPROVAL_REQUESTED')
    return `${personHasBase} and ${personSeesTask} and ${hasWaitingRound('person.user_id')}`;
  const id = commentId[reason];
  if (id === undefined) return personSeesTask;
  return `${personSeesTask} and exists (
    select 1 from comments c
     where c.organization_id = q.organization_id and c.id = ${id} and c.deleted_at is null and ${personReadsComment})`;
};

const hasMention = (id: string): string => `exists (
  select 1 from notifications n
   where n.organization_id = t.organization_id and n.task_id = t.id and n.user_id = person.user_id
     and n.reason = 'MENTIONED' and n.comment_id = ${id}`;

/**
 * SQL: `person` has no other notification of the comment. A comment mentions a person once, also if edits remove and
 * add the mention. In the inbox, the mention replaces the news that there is a comment.
 */
const isFirstOfComment: Partial<Record<NotificationReason, string>> = {
  MENTIONED: `not ${hasMention('q.comment_id')})`,
  COMMENTED: `not ${hasMention('q.subject_id')} and n.in_inbox)`,
};

/** SQL: `person` did not mute the task. */
const isUnmuted = `not exists (select 1 from task_watches w
  where w.organization_id = q.organization_id and w.user_id = person.user_id and w.task_id = t.id and not w.is_watching)`;

/** SQL: a channel of the recipient's settings `s`, or the default. */
const channel = (name: 'inbox' | 'mail', fallback: string): string =>
  `coalesce(cast(s.settings #>> array['reasons', :reason, '${name}'] as boolean), ${fallback})`;

const isReporter = 'person.user_id is not distinct from find_informed_reporter(q.organization_id, t.id)';

const isVisibleToAuthor = (id: string): string => `exists (
  select 1 from comments c
   where c.organization_id = q.organization_id and c.id = ${id} and c.is_visible_to_author)`;

/** SQL: `person` gets a mail of the same news as the task's reporter, with a personal link. */
const hasReporterMail: Partial<Record<NotificationReason, string>> = {
  STATUS_CHANGED: isReporter,
  COMMENTED: `(${isReporter} and ${isVisibleToAuthor('q.subject_id')})`,
  MENTIONED: `(${isReporter} and ${isVisibleToAuthor('q.comment_id')})`,
};

/**
 * SQL: writes the notifications of rows of the queue, at most one per row and person. Integrations, which nobody reads
 * for, get none. Returns the new `user_id`s.
 */
export const insertNotifications = (reason: NotificationReason): string => `
  insert into notifications (organization_id, event_id, user_id, reason, task_id, actor_user_id, comment_id, group_id,
    status_name, status_type, in_inbox, by_mail, created_at, shown_at)
  select q.organization_id, q.id, person.user_id, :reason, t.id, q.actor_user_id,
         ${commentId[reason] ?? 'null'},
         ${reason === 'ASSIGNED_TO_GROUP' ? 'q.subject_id' : 'null'},
         q.status_name, q.status_type, via.inbox, via.mail, q.created_at, q.created_at
    from notification_queue q
    join tasks t on t.organization_id = q.organization_id and t.public_task_id = q.public_task_id
    cross join lateral (select distinct user_id from (${concerned[reason]}) one) person
    join users u on u.id = person.user_id and not u.is_integration
    left join memberships m on m.organization_id = q.organization_id and m.user_id = person.user_id
    left join notification_settings s on s.organization_id = q.organization_id and s.user_id = person.user_id
    cross join lateral (select ${channel('inbox', ':inbox')} as inbox, ${channel('mail', ':mail')}
      and not ${hasReporterMail[reason] ?? 'false'} as mail) via
   where q.organization_id = app_organization_id() and q.id = any(cast(:ids as bigint[])) and t.deleted_at is null
     and person.user_id is distinct from q.actor_user_id
     and (via.inbox or via.mail)
     ${unmutable.includes(reason) ? '' : `and ${isUnmuted}`}
     and ${maySee(reason)}
     and ${isFirstOfComment[reason] ?? 'true'}
   order by q.id
  on conflict do nothing
  returning user_id`;

/** SQL: who was notified of a mention watches the task from now on, unless they muted it. */
export const watchMentioned = `
  insert into task_watches (organization_id, user_id, task_id, is_watching)
  select n.organization_id, n.user_id, n.task_id, true from notifications n
   where n.organization_id = app_organization_id() and n.event_id = any(cast(:ids as bigint[])) and n.reason = 'MENTIONED'
     and n.user_id = any(:userIds)
  on conflict do nothing`;
