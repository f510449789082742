import { useUiTimeZone } from '@obieg/ui';
import type { EvaluatedWorkflow } from '@obieg/workflow-rules';
import { useMemo } from 'react';
import { useParameterList } from '../api/parameters.api';
import { useStatusList } from '../api/statuses.api';
import { useTransitionList } from '../api/transitions.api';

/** Loads the saved workflow that a draft is applied to. Undefined until all of it is there. */
export const useSavedConfiguration = (): EvaluatedWorkflow | undefined => {
  const parameters = useParameterList().data;
  const statuses = useStatusList().data;
  const transitions = useTransitionList().data;
  const timeZone = useUiTimeZone();
  return useMemo(
    () =>
      parameters && statuses && transitions
        ? { organizationId: 1, parameters, statuses, transitions, timeZone }
        : undefined,
    [parameters, statuses, transitions, timeZone],
  );
};
