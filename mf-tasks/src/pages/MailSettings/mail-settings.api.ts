import type { MailChoice, MailSubscription } from '@obieg/contracts';
import { http, readList, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { ownKey } from '../../query-keys';

const path = '/mail-subscriptions';
const keyOf = (key: string) => ownKey('mail-subscription', key);

export const useMailSubscription = (key: string) =>
  useQuery({
    queryKey: keyOf(key),
    queryFn: async () => readList(await http.post<MailSubscription>(path, { key }), 'choices'),
  });

/** Stops or resumes mails, and shows the saved state. */
export const useChangeMailSubscription = (key: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (choice: MailChoice) =>
      readList(await http.put<MailSubscription>(path, { key, ...choice }), 'choices'),
    onSuccess: (saved) => client.setQueryData(keyOf(key), saved),
  });
};
