import type { Notification } from '@obieg/contracts';
import type { FakeRoutes } from '@obieg/web-kit/testing';

/** Builds an unread assignment. `task` is the last digits of the task's number. */
export const notification = ({
  id,
  task = 1,
  ...more
}: Partial<Omit<Notification, 'task'>> & { id: number; task?: number }): Notification => ({
  id,
  reason: 'ASSIGNED',
  createdAt: '2026-11-20T10:00:00.000Z',
  readAt: null,
  shownAt: '2026-11-20T10:00:00.000Z',
  actorName: 'wiktor',
  task: {
    publicTaskId: 100000000000 + task,
    title: `Zadanie ${task}`,
    statusName: 'Nowe',
    statusType: 'INITIAL',
  },
  comment: null,
  status: null,
  groupName: null,
  ...more,
});

export const inboxOf = (notifications: Notification[], nextCursor: string | null = null): FakeRoutes => ({
  'GET /api/notifications': () => ({
    body: {
      success: true,
      notifications,
      unreadCount: notifications.filter(({ readAt }) => readAt === null).length,
      nextShownAt: null,
      nextCursor,
    },
  }),
});
