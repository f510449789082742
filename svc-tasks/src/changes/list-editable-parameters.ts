import type { EditableParameter } from '@obieg/contracts';
import { type Database, problem } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import { readTask } from '../tasks/open-task';
import { getConfigurationOfVersion, selectConfigurationVersion } from '../workflow-model/configuration.repo';

/** Lists the answered questions that still exist; an edit may correct their answers (spec 3 §7). @throws 403, 404 */
export const listEditableParameters = async (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
): Promise<EditableParameter[]> => {
  const { row, view, parts } = await readTask(db, caller, publicTaskId, (knex) => [
    selectConfigurationVersion(knex),
  ]);
  if (view !== 'member' || !caller.actor.permissions.has('OPERATOR'))
    throw problem.forbidden(translate(caller.language, 'editForbidden'));
  const { parameters } = await getConfigurationOfVersion(db, caller, parts[0]);
  return parameters
    .filter(({ id }) => row.answers[id] !== undefined)
    .toSorted((one, other) => one.sortOrder - other.sortOrder || one.id - other.id)
    .map(({ id, displayName, parameterType, dictionaryValues }) => ({
      parameterId: id,
      displayName,
      parameterType,
      dictionaryValues: dictionaryValues.filter(({ isActive }) => isActive).map(({ value }) => ({ value })),
    }));
};
