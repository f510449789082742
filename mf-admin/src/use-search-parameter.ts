import { useNavigation, useSearchParams } from '@obieg/web-kit';
import { useCallback } from 'react';

/** What a list is searched for stands in the address, so that coming back finds the same list. */
export const useSearchParameter = () => {
  const [parameters, setParameters] = useSearchParams();
  const search = parameters.get('search') ?? '';
  // A search that comes due after a click on a link would call the person back from where it leads.
  const isLeaving = useNavigation().state !== 'idle';
  const setSearch = useCallback(
    (text: string) => {
      if (!isLeaving) setParameters(text ? { search: text } : {}, { replace: true });
    },
    [isLeaving, setParameters],
  );
  return [search, setSearch] as const;
};
