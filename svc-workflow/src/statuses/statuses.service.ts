import type { SaveWorkflowStatus, WorkflowStatus } from '@obieg/contracts';
import {
  checkRevision,
  type Database,
  problem,
  readOrganization,
  type Tx,
  translateConstraint,
} from '@obieg/service-kit';
import type { Configuration } from '../configuration/configuration.repo';
import { changeConfiguration, getById } from '../configuration/configuration.service';
import type { Stored } from '../configuration/rows';
import type { Caller } from '../people/caller';
import { readStatuses, statusQuery } from './statuses.repo';

const nameTaken = translateConstraint({
  statuses_name_key: () =>
    problem.conflict('NAME_TAKEN', 'A status with this name already exists in your organization.', [
      { field: 'name', message: 'A status with this name already exists in your organization.' },
    ]),
});

const checkUse = ({ transitions }: Configuration, id: number, heldByTasks: number): void => {
  const transition = transitions.find(
    ({ fromStatusId, toStatusId }) => fromStatusId === id || toStatusId === id,
  );
  if (transition)
    throw problem.conflict('IN_USE', `The status is named by the transition "${transition.name}".`);
  if (heldByTasks > 0) throw problem.conflict('IN_USE', `The status is held by ${heldByTasks} tasks.`);
};

/** New tasks begin in INITIAL statuses only. */
const checkType = ({ transitions }: Configuration, id: number, { statusType }: SaveWorkflowStatus): void => {
  const beginsTasks = transitions.find(
    ({ fromStatusId, toStatusId }) => fromStatusId === null && toStatusId === id,
  );
  if (!beginsTasks || statusType === 'INITIAL') return;
  const message = `New tasks begin here by the transition "${beginsTasks.name}": the status stays INITIAL.`;
  throw problem.validation([{ field: 'statusType', message }]);
};

const countTasks = async (tx: Tx, id: number): Promise<number> => {
  const [row] = await tx('task_uses').where({ status_id: id }).count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
};

const read = async (db: Database, organizationId: number, id?: number): Promise<Stored<WorkflowStatus>[]> => {
  const [rows] = await readOrganization(db, organizationId, (knex) => [statusQuery(knex, id)]);
  return readStatuses(rows);
};

export const createStatuses = (db: Database) => ({
  list: (organizationId: number) => read(db, organizationId),

  /** @throws 404 */
  get: async (organizationId: number, id: number): Promise<Stored<WorkflowStatus>> =>
    getById(await read(db, organizationId, id), id),

  /** @throws 409 NAME_TAKEN */
  create: async (
    caller: Caller,
    { name, statusType }: SaveWorkflowStatus,
  ): Promise<Stored<WorkflowStatus>> => {
    const { after, changed } = await changeConfiguration(db, caller, async (tx): Promise<number> => {
      const [row] = await tx('statuses')
        .insert({ organization_id: caller.organizationId, name, status_type: statusType })
        .returning('id')
        .catch(nameTaken);
      return row.id;
    });
    return getById(after.statuses, changed);
  },

  /** @throws 404, 412, 409 NAME_TAKEN, 422 */
  update: async (caller: Caller, id: number, input: SaveWorkflowStatus): Promise<Stored<WorkflowStatus>> => {
    const { after } = await changeConfiguration(db, caller, async (tx, before) => {
      checkRevision(getById(before.statuses, id), caller.ifMatch);
      checkType(before, id, input);
      await tx('statuses')
        .where({ id })
        .update({ name: input.name, status_type: input.statusType, revision: tx.raw('revision + 1') })
        .catch(nameTaken);
    });
    return getById(after.statuses, id);
  },

  /** @throws 404, 412, 409 IN_USE */
  delete: async (caller: Caller, id: number): Promise<void> => {
    await changeConfiguration(db, caller, async (tx, before) => {
      checkRevision(getById(before.statuses, id), caller.ifMatch);
      checkUse(before, id, await countTasks(tx, id));
      await tx('statuses').where({ id }).delete();
    });
  },
});
export type Statuses = ReturnType<typeof createStatuses>;
