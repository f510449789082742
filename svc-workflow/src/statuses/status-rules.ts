import type { Language, SaveWorkflowStatus } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import type { Configuration } from '../configuration/configuration.model';
import { isSameName } from '../configuration/names';
import { formatNames, translate } from '../messages/server-messages';

/** @throws 422 if new tasks start in the status and it would no longer be INITIAL, 409 NAME_TAKEN */
export const checkStatus = (
  { statuses, transitions }: Configuration,
  language: Language,
  { name, statusType }: SaveWorkflowStatus,
  ownId?: number,
): void => {
  const beginning = transitions.filter(
    ({ fromStatusId, toStatusId }) => fromStatusId === null && toStatusId === ownId,
  );
  if (beginning.length > 0 && statusType !== 'INITIAL') {
    const names = formatNames(
      language,
      beginning.map((transition) => transition.name),
    );
    throw problem.validation([
      { field: 'statusType', message: translate(language, 'beginsTasks', { names }) },
    ]);
  }
  if (statuses.some((other) => other.id !== ownId && isSameName(other.name, name))) {
    const message = translate(language, 'statusNameTaken');
    throw problem.conflict('NAME_TAKEN', message, [{ field: 'name', message }]);
  }
};

/**
 * Refuses to delete a status in use and names the uses. Tasks are not counted, because the caller may not see all of
 * them. @throws 409 IN_USE
 */
export const checkUnused = (
  { transitions }: Configuration,
  language: Language,
  id: number,
  isHeldByTasks: boolean,
): void => {
  const naming = transitions.filter(
    ({ fromStatusId, toStatusId }) => fromStatusId === id || toStatusId === id,
  );
  const names = formatNames(
    language,
    naming.map(({ name }) => name),
  );
  const uses = [
    ...(naming.length > 0 ? [translate(language, 'usedByTransitions', { names })] : []),
    ...(isHeldByTasks ? [translate(language, 'heldByTasks')] : []),
  ];
  if (uses.length > 0)
    throw problem.conflict('IN_USE', translate(language, 'statusInUse', { uses: uses.join('; ') }));
};
