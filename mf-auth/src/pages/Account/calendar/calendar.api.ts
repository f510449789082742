import type { CalendarKeyState, CreatedCalendarKey } from '@obieg/contracts';
import { http, sharedKeys, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';

const calendarKey = [...sharedKeys.account, 'calendar'];

export const useCalendarKey = () =>
  useQuery({
    queryKey: calendarKey,
    queryFn: async ({ signal }) => (await http.get<CalendarKeyState>('/calendar-key', { signal })).data,
  });

/** Creates the address of the feed, and revokes the earlier one. Rejects with ApiError. */
export const useCreateCalendarKey = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await http.post<CreatedCalendarKey>('/calendar-key')).data,
    onSettled: () => client.invalidateQueries({ queryKey: calendarKey }),
  });
};

export const useRevokeCalendarKey = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await http.delete('/calendar-key');
    },
    onSettled: () => client.invalidateQueries({ queryKey: calendarKey }),
  });
};
