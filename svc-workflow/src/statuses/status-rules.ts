import type { Language, SaveWorkflowStatus } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import type { Configuration } from '../configuration/configuration.model';
import { isSameName } from '../configuration/names';
import { say, sayNames } from '../messages/server-messages';

/** @throws 422 when new tasks begin in the status and it would not be INITIAL any more, 409 NAME_TAKEN */
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
    const names = sayNames(
      language,
      beginning.map((transition) => transition.name),
    );
    throw problem.validation([{ field: 'statusType', message: say(language, 'beginsTasks', { names }) }]);
  }
  if (statuses.some((other) => other.id !== ownId && isSameName(other.name, name))) {
    const message = say(language, 'statusNameTaken');
    throw problem.conflict('NAME_TAKEN', message, [{ field: 'name', message }]);
  }
};

/**
 * Refuses with 409 IN_USE to delete what something holds, and says what: the transitions that name the status, up to
 * five, and that tasks have this status. These are not counted out: whoever asks may not see them all.
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
  const names = sayNames(
    language,
    naming.map(({ name }) => name),
  );
  const uses = [
    ...(naming.length > 0 ? [say(language, 'usedByTransitions', { names })] : []),
    ...(isHeldByTasks ? [say(language, 'heldByTasks')] : []),
  ];
  if (uses.length > 0)
    throw problem.conflict('IN_USE', say(language, 'statusInUse', { uses: uses.join('; ') }));
};
