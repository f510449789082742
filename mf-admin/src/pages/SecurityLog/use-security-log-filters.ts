import { securityEvents, securityOutcomes } from '@obieg/contracts';
import { isMainDomain, useSearchParams } from '@obieg/web-kit';
import { useMemo } from 'react';
import * as z from 'zod';
import type { SecurityLogFilters } from '../../api/security-log.api';
import { parseId } from '../../browser/parse-id';

/** Ignores the parameter on the main domain, which has no user filter to clear it with. */
const readUserId = (text: string | null): number | undefined => (isMainDomain() ? undefined : parseId(text));

/** Ignores text that is no day. */
const readDay = (text: string | null): string | undefined =>
  text && z.iso.date().safeParse(text).success ? text : undefined;

const readFilters = (parameters: URLSearchParams): SecurityLogFilters => ({
  outcome: securityOutcomes.find((outcome) => outcome === parameters.get('outcome')),
  event: securityEvents.find((event) => event === parameters.get('event')),
  userId: readUserId(parameters.get('userId')),
  from: readDay(parameters.get('from')),
  to: readDay(parameters.get('to')),
});

/** Keeps the filters in the URL, under the API's parameter names, so that links and back navigation restore them. */
export const useSecurityLogFilters = () => {
  const [parameters, setParameters] = useSearchParams();
  const filters = useMemo(() => readFilters(parameters), [parameters]);
  return {
    filters,
    isFiltered: Object.values(filters).some((value) => value !== undefined),
    changeFilters: (changes: Partial<SecurityLogFilters>): void => {
      const active = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== undefined);
      setParameters(Object.fromEntries(active.map(([name, value]) => [name, String(value)])), {
        replace: true,
      });
    },
    clearFilters: (): void => setParameters({}, { replace: true }),
  };
};
