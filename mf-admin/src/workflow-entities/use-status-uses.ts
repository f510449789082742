import { useCallback } from 'react';
import { useTransitionList } from '../api/transitions.api';
import { useAdminMessages } from '../i18n/messages';

/**
 * Returns a function that describes why a status cannot be deleted: transitions use it. Undefined if none is known. The
 * server decides.
 */
export const useStatusUses = (): ((statusId: number) => string | undefined) => {
  const t = useAdminMessages();
  const { data: transitions } = useTransitionList();
  return useCallback(
    (statusId) => {
      const names = transitions
        ?.filter(({ fromStatusId, toStatusId }) => fromStatusId === statusId || toStatusId === statusId)
        .map(({ name }) => name);
      return names?.length ? t('statuses.isUsed', { names: names.join(', ') }) : undefined;
    },
    [t, transitions],
  );
};
