import type { Account, AccountSessions, ChangeAccount, ChangePassword } from '@obieg/contracts';
import {
  currentSession,
  http,
  isApiError,
  sharedKeys,
  startSession,
  useMutation,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';

/** The header of the shell uses the same key, and so shows a changed display name at once. */
const accountKey = sharedKeys.account;
const sessionsKey = [...sharedKeys.account, 'sessions'];

export const fetchAccount = async (signal?: AbortSignal): Promise<Account> =>
  (await http.get<Account>('/account', signal ? { signal } : {})).data;

export const useAccount = () =>
  useQuery({ queryKey: accountKey, queryFn: ({ signal }) => fetchAccount(signal) });

export const useAccountSessions = () =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) =>
      (await http.get<AccountSessions>('/account/sessions', { signal })).data.sessions,
  });

/** Keeps the stored user (spec 1 §3) up to date. */
const renameSession = ({ username }: Account): void => {
  const session = currentSession();
  if (session) startSession(session.token, { ...session.user, username });
};

/** Rejects with ApiError; 422 names the fields. */
export const useChangeAccount = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: ChangeAccount): Promise<Account> =>
      (await http.put<Account>('/account', input)).data,
    onSuccess: (account) => {
      client.setQueryData(accountKey, account);
      renameSession(account);
    },
  });
};

/** Ends the other sessions. Rejects with ApiError; 422 names the fields. */
export const useChangePassword = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: ChangePassword) => {
      await http.put('/account/password', input);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
};

/** Ends one session, or all except the current one. A session that has already ended is no failure. */
export const useEndSessions = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string | undefined) => {
      try {
        await http.delete(id === undefined ? '/account/sessions' : `/account/sessions/${id}`);
      } catch (error) {
        if (!(isApiError(error) && error.status === 404)) throw error;
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
};
