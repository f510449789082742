import {
  isKnownValue,
  type NotificationReason,
  notificationReasons,
  permissionsOfRoles,
  presentName,
  type RoleCode,
} from '@obieg/contracts';
import { type Actor, groupPathIn, type Tx } from '@obieg/service-kit';
import { hasWaitingRound } from '../approval-rounds/approver-sql';
import { nameOf } from '../members/members.repo';
import { presentMentionText, type StoredMention, selectMentions } from '../mentions/comment-mentions';
import { readStoredSettings } from '../notifications/notification-settings';
import { isOfReadableComment } from '../policy/notifications.policy';
import { hasBasePermission, isListedFor, readerBindings } from '../policy/tasks.policy';
import { isForChosenReaders } from './answerable-mail';

export interface MailRecipient {
  actor: Actor;
  email: string;
  organization_name: string;
  code_name: string;
}

interface RecipientRow extends Omit<MailRecipient, 'actor'> {
  system_roles: RoleCode[];
  roles: RoleCode[];
}

/** Finds the recipient with the rights of this moment. @returns undefined if the membership has ended */
export const findRecipient = async (tx: Tx, userId: number): Promise<MailRecipient | undefined> => {
  const { rows } = await tx.raw<{ rows: RecipientRow[] }>(
    `select lower(u.email) as email, u.system_roles, coalesce(m.roles, '{}') as roles,
            o.name as organization_name, o.code_name
       from users u
       join organizations o on o.organization_id = app_organization_id()
       left join memberships m on m.organization_id = o.organization_id and m.user_id = u.id
      where u.id = :userId and o.deleted_at is null and o.code_name is not null`,
    { userId },
  );
  const [row] = rows;
  if (!row || row.system_roles.length + row.roles.length === 0) return undefined;
  const { system_roles, roles, ...recipient } = row;
  const actor: Actor = {
    userId,
    sessionId: '',
    organizationId: null,
    permissions: permissionsOfRoles([...system_roles, ...roles]),
    isSuperAdmin: system_roles.includes('SUPER_ADMIN'),
  };
  return { ...recipient, actor };
};

export interface ReadableNotification {
  reason: NotificationReason;
  task_id: number;
  public_task_id: number;
  title: string;
  actor_name: string | null;
  comment_id: number | null;
  is_for_chosen: boolean | null;
  content: string | null;
  status_name: string | null;
  group_name: string | null;
}

/**
 * Lists what a mail shows: the notifications that the recipient may read now, has not read in the inbox and still wants
 * by mail, oldest first. A muted task sends only what addresses the recipient in person.
 */
export const listMailedNotifications = async (
  tx: Tx,
  { actor }: MailRecipient,
  mailId: number,
): Promise<ReadableNotification[]> => {
  const stored = await tx('notification_settings').where({ user_id: actor.userId }).first('settings');
  const { reasons } = readStoredSettings(stored?.settings);
  const isMember = hasBasePermission(actor);
  const { rows } = await tx.raw<{ rows: (ReadableNotification & { mentions: StoredMention[] })[] }>(
    `select n.reason, t.id as task_id, t.public_task_id, t.title, case when a.id is not null then ${nameOf('a')} end as actor_name,
            c.id as comment_id, ${isForChosenReaders('c')} as is_for_chosen, c.content, ${selectMentions} as mentions,
            n.status_name, ${isMember ? `case when g.id is not null then ${groupPathIn('g')} end` : 'g.name'} as group_name
       from notification_mails e
       join notifications n on n.organization_id = e.organization_id and n.id = e.notification_id
       join tasks t on t.organization_id = n.organization_id and t.id = n.task_id and t.deleted_at is null
       left join users a on a.id = n.actor_user_id
       left join comments c on c.organization_id = n.organization_id and c.id = n.comment_id
       left join groups g on g.organization_id = n.organization_id and g.id = n.group_id
      where e.mail_id = :mailId and n.user_id = :readerId and n.read_at is null and n.done_at is null
        and (n.reason in ('ASSIGNED', 'MENTIONED', 'APPROVAL_REQUESTED') or not exists (
          select 1 from task_watches w
           where w.organization_id = t.organization_id and w.task_id = t.id and w.user_id = :readerId
             and not w.is_watching))
        and (n.reason <> 'APPROVAL_REQUESTED' or ${hasWaitingRound(':readerId')})
        and ${isListedFor(actor)} and ${isOfReadableComment(isMember)}
      order by n.created_at, n.id`,
    { mailId, ...readerBindings(actor) },
  );
  return (
    rows
      // Settings of a reason that only a newer version knows are unknown, too.
      .filter(({ reason }) => !isKnownValue(notificationReasons, reason) || reasons[reason].mail)
      .map(({ mentions, ...row }) => ({
        ...row,
        actor_name: row.actor_name && presentName(row.actor_name, isMember),
        content: row.content === null ? null : presentMentionText(row.content, mentions, isMember),
      }))
  );
};
