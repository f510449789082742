import type { Language, SaveWorkflowStatus } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import { formatNames, translate } from '../messages/server-messages';
import type { Configuration } from '../model/configuration.model';
import { isSameName } from '../model/names';

/** @throws 422 if new tasks start in the status and it would no longer be INITIAL, 409 NAME_TAKEN */
export const checkStatus = (
  { statuses, transitions }: Configuration,
  language: Language,
  { name, statusType }: SaveWorkflowStatus,
  ownId?: number,
): void => {
  const startTransitions = transitions.filter(
    ({ fromStatusId, toStatusId }) => fromStatusId === null && toStatusId === ownId,
  );
  if (startTransitions.length > 0 && statusType !== 'INITIAL') {
    const names = formatNames(
      language,
      startTransitions.map((transition) => transition.name),
    );
    throw problem.validation([
      { field: 'statusType', message: translate(language, 'startStatusType', { names }) },
    ]);
  }
  if (statuses.some((other) => other.id !== ownId && isSameName(other.name, name))) {
    const message = translate(language, 'statusNameTaken');
    throw problem.conflict('NAME_TAKEN', message, [{ field: 'name', message }]);
  }
};

/**
 * Checks that nothing uses the status. The error names transitions, but no number of tasks, because the caller may not
 * see all of them. @throws 409 IN_USE
 */
export const checkUnused = (
  { transitions, targets }: Configuration,
  language: Language,
  id: number,
  isUsedByTasks: boolean,
): void => {
  const referring = transitions.filter(
    ({ fromStatusId, toStatusId }) => fromStatusId === id || toStatusId === id,
  );
  const names = formatNames(
    language,
    referring.map(({ name }) => name),
  );
  const timed = targets.filter(
    ({ start, end, pausedStatusIds }) =>
      start.statusIds?.includes(id) || end.statusIds?.includes(id) || pausedStatusIds.includes(id),
  );
  const metrics = formatNames(language, [...new Set(timed.map(({ metric }) => metric))]);
  const uses = [
    ...(referring.length > 0 ? [translate(language, 'usedByTransitions', { names })] : []),
    ...(timed.length > 0 ? [translate(language, 'usedByTargets', { names: metrics })] : []),
    ...(isUsedByTasks ? [translate(language, 'usedByTasks')] : []),
  ];
  if (uses.length > 0)
    throw problem.conflict('IN_USE', translate(language, 'statusInUse', { uses: uses.join('; ') }));
};
