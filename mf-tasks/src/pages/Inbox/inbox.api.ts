import type {
  DoneNotifications,
  NotificationSettings,
  NotificationsResponse,
  ReadNotifications,
  ReadNotificationsResponse,
  UnreadNotifications,
} from '@obieg/contracts';
import type { Revision } from '@obieg/ui/conflicts';
import {
  http,
  keepPreviousData,
  readBody,
  readList,
  sharedKeys,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { ownKey } from '../../query-keys';

export const inboxViews = ['unread', 'all', 'snoozed'] as const;
export type InboxView = (typeof inboxViews)[number];

/** The bell of the shell refetches queries with this key when the news change. */
const notificationsKey = sharedKeys.notifications;

const viewParams: Record<InboxView, Record<string, true>> = {
  unread: { unread: true },
  all: {},
  snoozed: { snoozed: true },
};

const fetchPage = async (view: InboxView, cursor: string | undefined, signal: AbortSignal) =>
  readList(
    await http.get<NotificationsResponse>('/notifications', {
      params: { ...viewParams[view], ...(cursor === undefined ? {} : { cursor }) },
      signal,
    }),
    'notifications',
  );

/** Loads the inbox page by page, newest first. Keeps the entries of the last view until those of another are there. */
export const useInbox = (view: InboxView) => {
  const query = useInfiniteQuery({
    queryKey: [...notificationsKey, 'list', view],
    queryFn: ({ pageParam, signal }) => fetchPage(view, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const entries = query.data?.pages.flatMap(({ notifications }) => notifications);
  return {
    ...query,
    // An entry that moved between two requests is in both pages.
    entries: entries && [...new Map(entries.map((entry) => [entry.id, entry])).values()],
    unreadCount: query.data?.pages[0]?.unreadCount ?? 0,
  };
};

const post = async <Response extends { success: boolean }>(path: string, body: object): Promise<Response> =>
  readBody(await http.post<Response>(`/notifications/${path}`, body)) as Response;

type UnreadCount = { success: boolean };

/** The calls that change the inbox. */
export const inboxChanges = {
  unread: (input: UnreadNotifications) => post<UnreadCount>('unread', input),
  read: (input: ReadNotifications) => post<Partial<ReadNotificationsResponse> & UnreadCount>('read', input),
  finish: (input: DoneNotifications) => post<UnreadCount>('done', input),
  unsnooze: async (id: number) => readBody(await http.delete<UnreadCount>(`/notifications/${id}/snooze`)),
  snooze: (id: number, until: string) => post<UnreadCount>(`${id}/snooze`, { until }),
};

/** Runs one or several changes, then refetches the inbox. */
export const useInboxChange = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    // Also after a failure: another person may have changed the task.
    onSettled: () => client.invalidateQueries({ queryKey: notificationsKey }),
  });
};

const settingsKey = ownKey('notification-settings');

type SettingsRevision = Revision<NotificationSettings>;

const readRevision = (response: Parameters<typeof readBody<NotificationSettings>>[0]): SettingsRevision => ({
  values: readBody(response, 'reasons'),
  etag: response.headers['etag'] as string | undefined,
});

export const fetchNotificationSettings = async (): Promise<SettingsRevision> =>
  readRevision(await http.get<NotificationSettings>('/notification-settings'));

export const useNotificationSettings = () =>
  useQuery({
    queryKey: settingsKey,
    queryFn: fetchNotificationSettings,
    // A refetch would replace unsaved changes.
    refetchOnWindowFocus: false,
  });

export const useSaveNotificationSettings = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ values, etag }: SettingsRevision) =>
      readRevision(
        await http.put<NotificationSettings>('/notification-settings', values, {
          headers: etag === undefined ? {} : { 'If-Match': etag },
        }),
      ),
    onSuccess: (saved) => client.setQueryData(settingsKey, saved),
  });
};
