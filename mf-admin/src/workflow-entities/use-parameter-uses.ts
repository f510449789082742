import { useCallback } from 'react';
import { useParameterList } from '../api/parameters.api';
import { useTransitionList } from '../api/transitions.api';
import { useAdminMessages } from '../i18n/messages';

/**
 * Returns a function that describes why a parameter cannot be deleted: others depend on it, or transitions name it.
 * Undefined if no use is known. The server decides.
 */
export const useParameterUses = (): ((parameterId: number) => string | undefined) => {
  const t = useAdminMessages();
  const { data: parameters } = useParameterList();
  const { data: transitions } = useTransitionList();
  return useCallback(
    (id) => {
      const dependents = parameters
        ?.filter(({ dependencies }) => dependencies.some(({ parentParameterId }) => parentParameterId === id))
        .map(({ parameterName }) => parameterName);
      const users = transitions
        ?.filter(({ parameterConditions, requiredParameters }) =>
          [...parameterConditions, ...requiredParameters].some(({ parameterId }) => parameterId === id),
        )
        .map(({ name }) => name);
      const reasons = [
        ...(dependents?.length ? [t('parameters.hasDependents', { names: dependents.join(', ') })] : []),
        ...(users?.length ? [t('parameters.isUsed', { names: users.join(', ') })] : []),
      ];
      return reasons.length > 0 ? reasons.join(' ') : undefined;
    },
    [t, parameters, transitions],
  );
};
