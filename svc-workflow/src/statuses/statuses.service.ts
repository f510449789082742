import type { SaveWorkflowStatus, WorkflowStatus } from '@obieg/contracts';
import { type Database, readOrganization, type Tx } from '@obieg/service-kit';
import { changeConfiguration, checkExpectedRevision } from '../configuration/configuration.service';
import { deleteStatus } from '../configuration/deleted-statuses';
import { readStatuses, statusQuery } from '../configuration/read-statuses';
import { getById } from '../configuration/rows';
import type { Stored } from '../model/configuration.model';
import type { Caller } from '../requests/caller';
import { checkStatus, checkUnused } from './status-rules';

/** Whether tasks have the status. The row lock waits for concurrent event consumers. */
const isUsedByTasks = async (tx: Tx, id: number): Promise<boolean> => {
  await tx('statuses').where({ id }).forUpdate().first('id');
  return (await tx('task_uses').where({ status_id: id }).first('status_id')) !== undefined;
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
  create: async (caller: Caller, input: SaveWorkflowStatus): Promise<Stored<WorkflowStatus>> => {
    const { after, changed } = await changeConfiguration(db, caller, async (tx, before): Promise<number> => {
      checkStatus(before, caller.language, input);
      const [row] = await tx('statuses')
        .insert({ organization_id: caller.organizationId, name: input.name, status_type: input.statusType })
        .returning('id');
      return row.id;
    });
    return getById(after.statuses, changed);
  },

  /** @throws 404, 412, 409 NAME_TAKEN, 422 */
  update: async (caller: Caller, id: number, input: SaveWorkflowStatus): Promise<Stored<WorkflowStatus>> => {
    const { after } = await changeConfiguration(db, caller, async (tx, before) => {
      checkExpectedRevision(caller, before.statuses, id);
      checkStatus(before, caller.language, input, id);
      await tx('statuses')
        .where({ id })
        .update({ name: input.name, status_type: input.statusType, revision: tx.raw('revision + 1') });
    });
    return getById(after.statuses, id);
  },

  /** @throws 404, 412, 409 IN_USE */
  delete: async (caller: Caller, id: number): Promise<void> => {
    await changeConfiguration(db, caller, async (tx, before) => {
      checkExpectedRevision(caller, before.statuses, id);
      checkUnused(before, caller.language, id, await isUsedByTasks(tx, id));
      await deleteStatus(tx, id);
    });
  },
});
export type Statuses = ReturnType<typeof createStatuses>;
