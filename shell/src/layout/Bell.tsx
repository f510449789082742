import { type NotificationsResponse, unreadNotificationsMax } from '@obieg/contracts';
import { InboxLink } from '@obieg/ui';
import { http, readList, sharedKeys, useLiveChanges, useQuery, useQueryClient } from '@obieg/web-kit';
import { useLocation } from 'react-router-dom';
import { useShellMessages } from '../i18n/shell-messages';

const inboxPath = '/inbox';

/** The inbox of the remote uses the same key, so that the bell refetches it, too. */
const notificationsKey = sharedKeys.notifications;

/** A later time would overflow the timer. */
const latestMs = 24 * 60 * 60 * 1_000;

const timeUntil = (at: string | null | undefined): number | false =>
  at ? Math.min(latestMs, Math.max(1_000, Date.parse(at) - Date.now())) : false;

/** Counts unread news. A snoozed entry counts again when its time has come. */
const useUnreadCount = (): number | undefined =>
  useQuery({
    queryKey: [...notificationsKey, 'count'],
    queryFn: async () => {
      const response = await http.get<NotificationsResponse>('/notifications', {
        params: { unread: true, limit: 1 },
      });
      return readList(response, 'notifications');
    },
    refetchInterval: ({ state }) => timeUntil(state.data?.nextShownAt),
  }).data?.unreadCount;

/** Refetches the inbox, and the unread marks of a list, when the news change. */
const useLiveNews = (): void => {
  const client = useQueryClient();
  useLiveChanges(
    () => {
      for (const queryKey of [notificationsKey, sharedKeys.tasks])
        void client.invalidateQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
    },
    { isInbox: true },
  );
};

/** Link to the inbox with the number of unread news. Without the number if it cannot be loaded. */
export const Bell = () => {
  const t = useShellMessages();
  const { pathname } = useLocation();
  const count = useUnreadCount() ?? 0;
  useLiveNews();
  const isMore = count >= unreadNotificationsMax;
  const shown = isMore ? `${unreadNotificationsMax - 1}+` : String(count);
  return (
    <InboxLink
      to={inboxPath}
      label={count === 0 ? t('inbox.open') : t('inbox.unread', { count, shown })}
      count={count === 0 ? undefined : shown}
      isCurrent={pathname === inboxPath}
    />
  );
};
