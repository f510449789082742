import { useNavigation, useSearchParams } from '@obieg/web-kit';
import { useCallback } from 'react';

/** Keeps a list's search text in the URL, so that back navigation restores the list. */
export const useSearchParameter = () => {
  const [parameters, setParameters] = useSearchParams();
  const search = parameters.get('search') ?? '';
  // A debounced search that fires after a link click would cancel that navigation.
  const isLeaving = useNavigation().state !== 'idle';
  const setSearch = useCallback(
    (text: string) => {
      if (!isLeaving) setParameters(text ? { search: text } : {}, { replace: true });
    },
    [isLeaving, setParameters],
  );
  return [search, setSearch] as const;
};
