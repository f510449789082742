import type { WorkCalendar, WorkflowParameter, WorkflowStatus } from '@obieg/contracts';
import { useCalendarList } from '../api/calendars.api';
import { useParameterList } from '../api/parameters.api';
import { useStatusList } from '../api/statuses.api';
import type { FormData } from '../workflow-entities/entity-kind';

export interface TargetData {
  calendars: readonly WorkCalendar[];
  parameters: readonly WorkflowParameter[];
  statuses: readonly WorkflowStatus[];
}

/** Loads what targets name: calendars, parameters and statuses. */
export const useTargetData = (): FormData<TargetData> => {
  const calendars = useCalendarList();
  const parameters = useParameterList();
  const statuses = useStatusList();
  const queries = [calendars, parameters, statuses];
  return {
    data:
      calendars.data && parameters.data && statuses.data
        ? { calendars: calendars.data, parameters: parameters.data, statuses: statuses.data }
        : undefined,
    error: queries.find(({ error }) => error)?.error ?? undefined,
    isFetching: queries.some(({ isFetching }) => isFetching),
    retry: (): void => {
      for (const query of queries) if (query.error) void query.refetch();
    },
    failedText: 'target.formFailed',
  };
};
