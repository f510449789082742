import type { SaveWorkflowStatus, WorkflowStatus } from '@obieg/contracts';
import { type Database, readOrganization, type Tx } from '@obieg/service-kit';
import { buildWithIds } from '../configuration/build-with-ids';
import { deleteEntity, saveEntity } from '../configuration/change-entity';
import { readStatuses, statusQuery } from '../configuration/read-statuses';
import { getById } from '../configuration/rows';
import type { Configuration, Stored } from '../model/configuration.model';
import type { Caller } from '../requests/caller';
import { checkApproval } from './approval-rules';
import { checkStatus, checkUnused } from './status-rules';

/** Whether tasks have the status. The row lock waits for concurrent event consumers. */
const isUsedByTasks = async (tx: Tx, id: number): Promise<boolean> => {
  await tx('statuses').where({ id }).forUpdate().first('id');
  return (await tx('task_uses').where({ status_id: id }).first('status_id')) !== undefined;
};

const checkInput = async (
  tx: Tx,
  before: Configuration,
  { language }: Caller,
  approval: NonNullable<SaveWorkflowStatus['approval']>,
  id: number | undefined,
): Promise<void> => {
  const groupIds: number[] = await tx('groups').pluck('id');
  checkApproval(before, language, new Set(groupIds), approval, id);
};

const read = async (db: Database, organizationId: number, id?: number): Promise<Stored<WorkflowStatus>[]> => {
  const [rows] = await readOrganization(db, organizationId, (knex) => [statusQuery(knex, id)]);
  return readStatuses(rows);
};

export const createStatuses = (db: Database) => {
  const save = (caller: Caller, input: SaveWorkflowStatus, id?: number): Promise<Stored<WorkflowStatus>> =>
    saveEntity(db, caller, {
      kind: 'statuses',
      id,
      present: (saved) => saved,
      build: async (tx, before, stored) => {
        checkStatus(before, caller.language, input, id);
        const approval = input.approval === undefined ? (stored?.approval ?? null) : input.approval;
        if (input.approval) await checkInput(tx, before, caller, input.approval, id);
        return buildWithIds(tx, ({ takeId, now }) => ({
          entity: {
            id: id ?? takeId('statuses'),
            name: input.name,
            statusType: input.statusType,
            createdAt: stored?.createdAt ?? now.toISOString(),
            approval: approval && { ...approval, approverGroupIds: [...new Set(approval.approverGroupIds)] },
          },
        }));
      },
    });

  return {
    list: (organizationId: number) => read(db, organizationId),

    /** @throws 404 */
    get: async (organizationId: number, id: number): Promise<Stored<WorkflowStatus>> =>
      getById(await read(db, organizationId, id), id),

    /** @throws 409 NAME_TAKEN */
    create: (caller: Caller, input: SaveWorkflowStatus) => save(caller, input),

    /** @throws 404, 412, 409 NAME_TAKEN, 422 */
    update: (caller: Caller, id: number, input: SaveWorkflowStatus) => save(caller, input, id),

    /** @throws 404, 412, 409 IN_USE */
    delete: (caller: Caller, id: number): Promise<void> =>
      deleteEntity(db, caller, {
        kind: 'statuses',
        id,
        check: async (tx, before) => checkUnused(before, caller.language, id, await isUsedByTasks(tx, id)),
      }),
  };
};
export type Statuses = ReturnType<typeof createStatuses>;
