import { useLocation, useNavigate, useQuery, useQueryClient, useSession } from '@obieg/web-kit';
import { useEffect, useState } from 'react';
import { ownKey } from '../../query-keys';
import { exchangeLinkKey, readLinkKey } from '../../task/reporter-access';
import { taskKey } from '../../task/task.api';

/**
 * Exchanges the key of a mail's link before the page fetches the task. Removes it from the address, so that it is in no
 * history entry, bookmark or screenshot. An account sees the task with its own rights and does not use the key.
 */
export const useReporterLink = (taskId: number) => {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const incoming = readLinkKey(hash);
  const [key, setKey] = useState(incoming);
  if (incoming !== undefined && incoming !== key) setKey(incoming);
  useEffect(() => {
    if (incoming !== undefined) void navigate(pathname + search, { replace: true });
  }, [incoming, navigate, pathname, search]);
  const isSignedIn = useSession() !== undefined;
  const isNeeded = key !== undefined && !isSignedIn;
  const { error, isSuccess, isFetching, refetch } = useQuery({
    queryKey: ownKey('reporter-link', taskId, key),
    queryFn: async () => {
      await exchangeLinkKey(taskId, key ?? '');
      // A visitor's view of the task.
      client.removeQueries({ queryKey: taskKey(taskId) });
      return null;
    },
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { isOpening: isNeeded && !isSuccess, error, isFetching, refetch };
};
