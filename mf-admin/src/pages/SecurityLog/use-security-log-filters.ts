import { securityEvents, securityOutcomes } from '@obieg/contracts';
import { isMainDomain, useSearchParams } from '@obieg/web-kit';
import { useMemo } from 'react';
import type { SecurityLogFilters } from '../../security-log.api';

const readUserId = (text: string | null): number | undefined =>
  // Nobody can be searched for there, so nobody could be let go of either.
  text && /^[1-9]\d{0,14}$/.test(text) && !isMainDomain() ? Number(text) : undefined;

const readFilters = (parameters: URLSearchParams): SecurityLogFilters => ({
  outcome: securityOutcomes.find((outcome) => outcome === parameters.get('outcome')),
  event: securityEvents.find((event) => event === parameters.get('event')),
  userId: readUserId(parameters.get('userId')),
});

/** What is looked for stands in the address, under the API's names, so that coming back and a sent link find the same. */
export const useSecurityLogFilters = () => {
  const [parameters, setParameters] = useSearchParams();
  const filters = useMemo(() => readFilters(parameters), [parameters]);
  return {
    filters,
    isFiltered: Object.values(filters).some((value) => value !== undefined),
    changeFilters: (changes: Partial<SecurityLogFilters>): void => {
      const given = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== undefined);
      setParameters(Object.fromEntries(given.map(([name, value]) => [name, String(value)])), {
        replace: true,
      });
    },
    clearFilters: (): void => setParameters({}, { replace: true }),
  };
};
