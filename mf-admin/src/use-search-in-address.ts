import { useSearchParams } from '@obieg/web-kit';
import { useCallback } from 'react';

/** What a list is searched for stands in the address, so that coming back finds the same list. */
export const useSearchInAddress = () => {
  const [parameters, setParameters] = useSearchParams();
  const search = parameters.get('search') ?? '';
  const setSearch = useCallback(
    (text: string) => setParameters(text ? { search: text } : {}, { replace: true }),
    [setParameters],
  );
  return [search, setSearch] as const;
};
