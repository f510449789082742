import {
  doneNotificationsSchema,
  type NotificationSettings,
  notificationSettingsSchema,
  notificationsQuerySchema,
  notificationsResponseSchema,
  pathIdSchema,
  readNotificationsResponseSchema,
  readNotificationsSchema,
  saveNotificationSettingsSchema,
  snoozeNotificationSchema,
  taskWatchResponseSchema,
  unreadCountResponseSchema,
  unreadNotificationsSchema,
} from '@obieg/contracts';
import {
  contentTagOf,
  type Database,
  defineRoute,
  eventStreamSchema,
  ifMatchHeaders,
  type Route,
} from '@obieg/service-kit';
import * as z from 'zod';
import { callerOf } from '../callers/caller';
import type { LiveStreams } from '../live/live-streams';
import { liveQuerySchema, streamResponse } from '../live/stream-response';
import { taskParams } from '../tasks/task-params';
import {
  finishNotifications,
  readNotifications,
  snoozeNotification,
  unreadNotifications,
  unsnoozeNotification,
} from './change-notifications';
import { listNotifications } from './list-notifications';
import { getNotificationSettings, saveNotificationSettings } from './notification-settings';
import { watchTask } from './watch-task';

const countResponse = (unreadCount: number) =>
  ({ status: 200, body: { success: true, unreadCount } }) as const;

const inboxRoutes = (db: Database, streams: LiveStreams): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/notifications',
    operationId: 'listNotifications',
    summary: "Lists the caller's inbox, newest first, and counts the unread entries",
    access: 'signed-in',
    authorizesInTransaction: true,
    query: notificationsQuerySchema,
    responses: { 200: notificationsResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await listNotifications(db, callerOf(request), request.query),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/notifications/live',
    operationId: 'followNotifications',
    summary: "Sends a server-sent event when the caller's inbox changes",
    access: 'signed-in',
    query: liveQuerySchema,
    responses: { 200: eventStreamSchema },
    handler: async (request) =>
      streamResponse(streams, {
        organizationId: request.organization.id,
        publicTaskId: undefined,
        dataAgeMs: request.query.dataAgeMs,
        inboxOfUserId: request.actor.userId,
        hasVisibleUpdate: async () => {
          await request.findActorNow();
          return true;
        },
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/notifications/read',
    operationId: 'readNotifications',
    summary: "Marks the caller's entries as read: some, those of a task, or all",
    access: 'signed-in',
    body: readNotificationsSchema,
    responses: { 200: readNotificationsResponseSchema },
    handler: async (request) => {
      const { unreadCount, readAt } = await readNotifications(db, callerOf(request), request.body);
      return { status: 200, body: { success: true, unreadCount, readAt: readAt?.toISOString() ?? null } };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/notifications/unread',
    operationId: 'unreadNotifications',
    summary: "Marks the caller's entries as unread: some, or those that one call marked as read",
    access: 'signed-in',
    body: unreadNotificationsSchema,
    responses: { 200: unreadCountResponseSchema },
    handler: async (request) => countResponse(await unreadNotifications(db, callerOf(request), request.body)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/notifications/done',
    operationId: 'finishNotifications',
    summary: "Takes entries out of the caller's inbox, or puts them back",
    access: 'signed-in',
    body: doneNotificationsSchema,
    responses: { 200: unreadCountResponseSchema },
    handler: async (request) => {
      const { ids, isDone } = request.body;
      return countResponse(await finishNotifications(db, callerOf(request), ids, isDone));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/notifications/:id/snooze',
    operationId: 'snoozeNotification',
    summary: 'Hides an entry and the earlier ones of its task until a time',
    access: 'signed-in',
    params: z.object({ id: pathIdSchema }),
    body: snoozeNotificationSchema,
    responses: { 200: unreadCountResponseSchema },
    handler: async (request) =>
      countResponse(
        await snoozeNotification(db, callerOf(request), request.params.id, new Date(request.body.until)),
      ),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/notifications/:id/snooze',
    operationId: 'unsnoozeNotification',
    summary: 'Returns a snoozed entry and the earlier ones of its task to the inbox',
    access: 'signed-in',
    params: z.object({ id: pathIdSchema }),
    responses: { 200: unreadCountResponseSchema },
    handler: async (request) =>
      countResponse(await unsnoozeNotification(db, callerOf(request), request.params.id)),
  }),
];

const respondWithSettings = (settings: NotificationSettings) => ({
  status: 200 as const,
  body: settings,
  headers: { etag: contentTagOf(settings) },
});

const settingsRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/notification-settings',
    operationId: 'getNotificationSettings',
    summary: "Returns the caller's notification settings",
    access: 'signed-in',
    responses: { 200: notificationSettingsSchema },
    handler: async (request) => respondWithSettings(await getNotificationSettings(db, callerOf(request))),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/notification-settings',
    operationId: 'saveNotificationSettings',
    summary: "Replaces the caller's notification settings; 412 if If-Match is not the ETag",
    access: 'signed-in',
    headers: ifMatchHeaders,
    body: saveNotificationSettingsSchema,
    responses: { 200: notificationSettingsSchema },
    handler: async (request) =>
      respondWithSettings(
        await saveNotificationSettings(db, callerOf(request), request.body, request.header('if-match')),
      ),
  }),
];

const watchRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'PUT',
    path: '/api/tasks/:publicTaskId/watch',
    operationId: 'watchTask',
    summary: 'Watches a task; the caller gets its news',
    access: 'signed-in',
    params: taskParams,
    responses: { 200: taskWatchResponseSchema },
    handler: async (request) => {
      const watch = await watchTask(db, callerOf(request), request.params.publicTaskId, true);
      return { status: 200, body: { success: true, watch } };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/tasks/:publicTaskId/watch',
    operationId: 'muteTask',
    summary: 'Mutes a task; only assignments and mentions still reach the caller',
    access: 'signed-in',
    params: taskParams,
    responses: { 204: null },
    handler: async (request) => {
      await watchTask(db, callerOf(request), request.params.publicTaskId, false);
      return { status: 204 };
    },
  }),
];

export const notificationRoutes = (db: Database, streams: LiveStreams): Route[] => [
  ...inboxRoutes(db, streams),
  ...settingsRoutes(db),
  ...watchRoutes(db),
];
