import * as z from 'zod';
import { addressHintSchema } from './address-hint';
import { idSchema, publicTaskIdSchema } from './identifiers';
import { limits } from './limits';
import { momentSchema } from './moments';
import { openEnum } from './open-enum';
import { pageLimitSchema } from './paging';
import { openStatusTypeSchema } from './workflow';

/**
 * Why a person gets a notification. `REPORTER_UPDATE` is sent by mail only. `DUE_SOON`, `OVERDUE`, `TARGET_SOON`
 * and `TARGET_MISSED` concern the assignee.
 */
export const notificationReasons = [
  'ASSIGNED',
  'ASSIGNED_TO_GROUP',
  'MENTIONED',
  'COMMENTED',
  'STATUS_CHANGED',
  'DUE_SOON',
  'OVERDUE',
  'TARGET_SOON',
  'TARGET_MISSED',
  'REPORTER_UPDATE',
  'APPROVAL_REQUESTED',
] as const;
const notificationReasonSchema = z.enum(notificationReasons);
export type NotificationReason = z.infer<typeof notificationReasonSchema>;

/** A reason that only a newer version knows. Responses contain it instead. */
export const otherReason = 'OTHER';

/** An entry of the caller's inbox. A response contains only entries whose task and comment the caller may see now. */
const notificationSchema = z
  .object({
    id: idSchema,
    reason: openEnum(notificationReasons, otherReason),
    createdAt: z.iso.datetime(),
    readAt: z.iso.datetime().nullable(),
    /** The entry is in the inbox from this time on; later than now while it is snoozed. */
    shownAt: z.iso.datetime(),
    /** Username of the person who caused it; null if a visitor or the time did. */
    actorName: z.string().nullable(),
    actorAddressHint: addressHintSchema,
    task: z.object({
      publicTaskId: publicTaskIdSchema,
      title: z.string(),
      statusName: z.string(),
      statusType: openStatusTypeSchema,
    }),
    /** Of `COMMENTED` and `MENTIONED`. */
    comment: z.object({ id: idSchema, excerpt: z.string() }).nullable(),
    /** The new status of `STATUS_CHANGED`, under its name at that time. */
    status: z.object({ name: z.string(), type: openStatusTypeSchema }).nullable(),
    /** Path of the group of `ASSIGNED_TO_GROUP`. */
    groupName: z.string().nullable(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notificationSchema>;

/** A larger number of unread entries is not counted; this one means "or more". */
export const unreadNotificationsMax = 100;

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Query of GET /api/notifications. `snoozed` lists the entries that are not shown yet. */
export const notificationsQuerySchema = z.object({
  unread: flag.optional(),
  snoozed: flag.optional(),
  limit: pageLimitSchema.default(limits.pageSize),
  cursor: z.string().max(200).optional(),
});
export const notificationsResponseSchema = z
  .object({
    success: z.boolean(),
    notifications: z.array(notificationSchema),
    unreadCount: z.int().nonnegative(),
    /** When the next snoozed entry returns; null if none is snoozed. */
    nextShownAt: z.iso.datetime().nullable(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'NotificationsResponse' });
export type NotificationsResponse = z.infer<typeof notificationsResponseSchema>;

const notificationIdsSchema = z.array(idSchema).min(1).max(limits.pageSizeMax);

/**
 * Body of POST /api/notifications/read: the entries with these ids, of one task, or all. `upToId` spares the entries
 * that arrived after the caller's page.
 */
export const readNotificationsSchema = z
  .union([
    z.object({ ids: notificationIdsSchema }),
    z.object({ publicTaskId: publicTaskIdSchema }),
    z.object({ all: z.literal(true), upToId: idSchema.optional() }),
  ])
  .meta({ id: 'ReadNotifications' });
export type ReadNotifications = z.input<typeof readNotificationsSchema>;

/**
 * Body of POST /api/notifications/unread: the entries with these ids, or those that one call of
 * POST /api/notifications/read marked, by the `readAt` of its response.
 */
export const unreadNotificationsSchema = z
  .union([z.object({ ids: notificationIdsSchema }), z.object({ readAt: z.iso.datetime() })])
  .meta({ id: 'UnreadNotifications' });
export type UnreadNotifications = z.input<typeof unreadNotificationsSchema>;

/** Body of POST /api/notifications/done: takes the entries out of the inbox, or with `isDone: false` back into it. */
export const doneNotificationsSchema = z
  .object({ ids: notificationIdsSchema, isDone: z.boolean().default(true) })
  .meta({ id: 'DoneNotifications' });
export type DoneNotifications = z.input<typeof doneNotificationsSchema>;

/**
 * Body of POST /api/notifications/{id}/snooze. The entry and the earlier ones of its task leave the inbox until then
 * and return unread.
 */
export const snoozeNotificationSchema = z.object({ until: momentSchema }).meta({ id: 'SnoozeNotification' });
export const snoozeDaysMax = 366;

export const unreadCountResponseSchema = z
  .object({ success: z.boolean(), unreadCount: z.int().nonnegative() })
  .meta({ id: 'UnreadCountResponse' });

/** `readAt` identifies what the call has marked, to undo it; null if it changed nothing. */
export const readNotificationsResponseSchema = unreadCountResponseSchema
  .extend({ readAt: z.iso.datetime().nullable() })
  .meta({ id: 'ReadNotificationsResponse' });
export type ReadNotificationsResponse = z.infer<typeof readNotificationsResponseSchema>;

/** Entries are deleted after this time. */
export const notificationRetentionDays = 90;

const channelsSchema = z.object({ inbox: z.boolean(), mail: z.boolean() });
const hourSchema = z.int().min(0).max(23);

const digests = ['NONE', 'DAILY'] as const;

/** How a person is notified. Quiet hours are in the organization's time zone; mails of that time wait. */
export const notificationSettingsSchema = z
  .object({
    reasons: z.object(
      Object.fromEntries(notificationReasons.map((reason) => [reason, channelsSchema])) as Record<
        NotificationReason,
        typeof channelsSchema
      >,
    ),
    digest: openEnum(digests, 'NONE'),
    quietHours: z.object({ from: z.int(), to: z.int() }).nullable(),
    /** Mails a day about single tasks. The rest arrives in one mail at the end of the quiet hours, or at 7 o'clock. */
    mailsPerDayMax: z.int(),
  })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

/** PUT /api/notification-settings. A reason that the page does not know stays as it is. */
export const saveNotificationSettingsSchema = z
  .object({
    reasons: z.partialRecord(notificationReasonSchema, channelsSchema),
    digest: z.enum(digests),
    quietHours: z
      .object({ from: hourSchema, to: hourSchema })
      .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Quiet hours need a different end' })
      .nullable(),
    mailsPerDayMax: z.int().min(0).max(200),
  })
  .meta({ id: 'SaveNotificationSettings' });
export type SaveNotificationSettings = z.output<typeof saveNotificationSettingsSchema>;

const mailedByDefault: readonly NotificationReason[] = [
  'ASSIGNED',
  'MENTIONED',
  'DUE_SOON',
  'REPORTER_UPDATE',
  'APPROVAL_REQUESTED',
];

export const defaultNotificationSettings: NotificationSettings = {
  reasons: Object.fromEntries(
    notificationReasons.map((reason) => [reason, { inbox: true, mail: mailedByDefault.includes(reason) }]),
  ) as NotificationSettings['reasons'],
  digest: 'NONE',
  quietHours: { from: 20, to: 7 },
  mailsPerDayMax: 20,
};

/**
 * The caller's relation to a task. Watching is the default for its author, its assignee and who commented on it.
 * A muted task sends only `ASSIGNED` and `MENTIONED`.
 */
export const taskWatchSchema = z
  .object({ isWatching: z.boolean(), hasUnread: z.boolean() })
  .meta({ id: 'TaskWatch' });
export type TaskWatch = z.infer<typeof taskWatchSchema>;
export const taskWatchResponseSchema = z
  .object({ success: z.boolean(), watch: taskWatchSchema })
  .meta({ id: 'TaskWatchResponse' });
