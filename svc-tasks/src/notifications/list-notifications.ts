import {
  maskAddresses,
  momentSchema,
  type Notification,
  type NotificationsResponse,
  presentName,
  unreadNotificationsMax,
} from '@obieg/contracts';
import { type Database, groupPathIn, problem, readOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import * as z from 'zod';
import type { SignedInCaller } from '../callers/caller';
import { addressHintIn, joinMember, nameIn } from '../members/members.repo';
import { presentMentionText, type StoredMention, selectMentions } from '../mentions/comment-mentions';
import { isInInbox, isOfReadableComment } from '../policy/notifications.policy';
import { isReaderRead, preparedReader, readerCte } from '../policy/reader-sql';
import { hasBasePermission, isListedFor, readerBindings } from '../policy/tasks.policy';

/** A comment in the inbox is a reminder; the task shows all of it. */
const excerptLength = 200;
/** Read behind the excerpt, so that a mention at its end is complete when an address in it is masked. */
const nameLengthMax = 300;

interface ListRequest {
  unread?: boolean | undefined;
  snoozed?: boolean | undefined;
  limit: number;
  cursor?: string | undefined;
}

interface NotificationRow {
  id: number;
  reason: Notification['reason'];
  created_at: Date;
  read_at: Date | null;
  shown_at: Date;
  /** `shown_at` with microseconds, for the cursor. */
  cursor_at: string;
  actor_name: string | null;
  actor_address_hint: string | null;
  public_task_id: number;
  title: string;
  task_status_name: string;
  task_status_type: Notification['task']['statusType'];
  comment_id: number | null;
  excerpt: string | null;
  mentions: StoredMention[];
  status_name: string | null;
  status_type: Notification['task']['statusType'] | null;
  group_name: string | null;
}

const cursorSchema = z.tuple([momentSchema, z.int().positive()]);

const writeCursor = ({ cursor_at, id }: NotificationRow): string =>
  Buffer.from(JSON.stringify([cursor_at, id])).toString('base64url');

/** @throws 400 if the cursor is malformed */
const readCursor = (cursor: string | undefined): { at: string; id: number } | undefined => {
  if (cursor === undefined) return undefined;
  try {
    const [at, id] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { at, id };
  } catch {
    throw problem.badRequest('BAD_REQUEST', 'The cursor is not valid.');
  }
};

/** SQL: the reader's entries `n` with their tasks `t`, as far as the reader may see both now. Needs `readerCte`. */
export const visibleEntries = ({ actor }: Pick<SignedInCaller, 'actor'>): string => `
  from notifications n
  join tasks t on t.organization_id = n.organization_id and t.id = n.task_id and t.deleted_at is null
 where n.organization_id = app_organization_id() and ${isInInbox}
   and ${isReaderRead} and ${isListedFor(actor, preparedReader)}
   and ${isOfReadableComment(hasBasePermission(actor), preparedReader)}`;

const isUnread = 'n.read_at is null and n.shown_at <= now()';

const selectEntries = (knex: Knex, caller: SignedInCaller, request: ListRequest): Knex.Raw => {
  const after = readCursor(request.cursor);
  const isMember = hasBasePermission(caller.actor);
  const conditions = [
    request.snoozed ? 'n.shown_at > now()' : 'n.shown_at <= now()',
    ...(request.unread ? [isUnread] : []),
    ...(after ? ['(n.shown_at, n.id) < (cast(:afterAt as timestamptz), :afterId)'] : []),
  ];
  return knex.raw(
    `with ${readerCte}
     select n.*, s.name as task_status_name, s.status_type as task_status_type, ${nameIn('u', 'um')} as actor_name, ${addressHintIn('u', 'um')} as actor_address_hint,
            left(c.content, ${excerptLength + nameLengthMax}) as excerpt, ${selectMentions} as mentions,
            ${isMember ? `case when g.id is not null then ${groupPathIn('g')} end` : 'g.name'} as group_name,
            to_char(n.shown_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_at
       from (select n.*, t.public_task_id, t.title, t.status_id ${visibleEntries(caller)}
                and ${conditions.join(' and ')}
              order by n.shown_at desc, n.id desc limit :limit + 1) n
       join statuses s on s.organization_id = n.organization_id and s.id = n.status_id
       left join users u on u.id = n.actor_user_id ${joinMember('u', 'um')}
       left join comments c on c.organization_id = n.organization_id and c.id = n.comment_id
       left join groups g on g.organization_id = n.organization_id and g.id = n.group_id
      order by n.shown_at desc, n.id desc`,
    { ...readerBindings(caller.actor), limit: request.limit, afterAt: after?.at, afterId: after?.id },
  );
};

/** SQL: the number of unread entries, and when the next snoozed one returns. */
const selectCounts = (knex: Knex, caller: SignedInCaller): Knex.Raw =>
  knex.raw(
    `with ${readerCte}
     select (select count(*) from (
               select 1 ${visibleEntries(caller)} and ${isUnread} limit ${unreadNotificationsMax}) one)
              as unread_count,
            (select min(n.shown_at) from notifications n
              where n.organization_id = app_organization_id() and ${isInInbox} and n.shown_at > now())
              as next_shown_at`,
    readerBindings(caller.actor),
  );

const present = (row: NotificationRow, isMember: boolean): Notification => ({
  id: row.id,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  readAt: row.read_at?.toISOString() ?? null,
  shownAt: row.shown_at.toISOString(),
  actorName: row.actor_name && presentName(row.actor_name, isMember),
  actorAddressHint: isMember ? row.actor_address_hint : null,
  task: {
    publicTaskId: row.public_task_id,
    title: row.title,
    statusName: row.task_status_name,
    statusType: row.task_status_type,
  },
  comment:
    row.comment_id === null
      ? null
      : {
          id: row.comment_id,
          excerpt: presentMentionText(row.excerpt ?? '', row.mentions, isMember).slice(0, excerptLength),
        },
  status: row.status_name && row.status_type ? { name: row.status_name, type: row.status_type } : null,
  groupName: row.group_name && (isMember ? row.group_name : maskAddresses(row.group_name)),
});

/** Counts the caller's unread entries, up to a maximum. */
export const countUnread = async (db: Database, caller: SignedInCaller): Promise<number> => {
  const [[row] = []] = await readOrganization(db, caller.tenantScope, (knex) => [selectCounts(knex, caller)]);
  return row?.['unread_count'] as number;
};

/** Lists the caller's inbox, newest first. Entries that the caller may no longer see are missing. */
export const listNotifications = async (
  db: Database,
  caller: SignedInCaller,
  request: ListRequest,
): Promise<NotificationsResponse> => {
  const [entries = [], [counts] = []] = await readOrganization(db, caller.tenantScope, (knex) => [
    selectEntries(knex, caller, request),
    selectCounts(knex, caller),
  ]);
  const rows = entries as unknown as NotificationRow[];
  const page = rows.slice(0, request.limit);
  const last = page.at(-1);
  return {
    success: true,
    notifications: page.map((row) => present(row, hasBasePermission(caller.actor))),
    unreadCount: counts?.['unread_count'] as number,
    nextShownAt: (counts?.['next_shown_at'] as Date | null)?.toISOString() ?? null,
    nextCursor: rows.length > request.limit && last ? writeCursor(last) : null,
  };
};
