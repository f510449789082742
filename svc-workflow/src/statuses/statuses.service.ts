import type { SaveWorkflowStatus, WorkflowConfiguration, WorkflowStatus } from '@obieg/contracts';
import { type Database, problem, translateConstraint, withOrganization } from '@obieg/service-kit';
import { loadConfiguration } from '../configuration/configuration.repo';
import { changeConfiguration, deleteFromConfiguration } from '../configuration/configuration.service';

const nameTaken = translateConstraint({
  statuses_name_key: () =>
    problem.conflict('NAME_TAKEN', 'A status with this name already exists in your organization.', [
      { field: 'name', message: 'A status with this name already exists in your organization.' },
    ]),
});
const find = ({ statuses }: WorkflowConfiguration, id: number): WorkflowStatus | undefined =>
  statuses.find((status) => status.id === id);

const checkUse = ({ transitions }: WorkflowConfiguration, id: number, heldByTasks: number): void => {
  const transition = transitions.find(
    ({ fromStatusId, toStatusId }) => fromStatusId === id || toStatusId === id,
  );
  if (transition)
    throw problem.conflict('IN_USE', `The status is named by the transition "${transition.name}".`);
  if (heldByTasks > 0) throw problem.conflict('IN_USE', `The status is held by ${heldByTasks} tasks.`);
};

export const createStatuses = (db: Database) => ({
  list: (organizationId: number): Promise<WorkflowStatus[]> =>
    withOrganization(
      db,
      organizationId,
      async (tx) => (await loadConfiguration(tx, organizationId)).statuses,
    ),

  get: async (organizationId: number, id: number): Promise<WorkflowStatus> => {
    const status = find(
      await withOrganization(db, organizationId, (tx) => loadConfiguration(tx, organizationId)),
      id,
    );
    if (!status) throw problem.notFound();
    return status;
  },

  create: (
    organizationId: number,
    { name, statusType }: SaveWorkflowStatus,
    traceparent?: string,
  ): Promise<WorkflowStatus> =>
    changeConfiguration(
      db,
      organizationId,
      traceparent,
      async (tx) => {
        const [row] = await tx('statuses')
          .insert({ organization_id: organizationId, name, status_type: statusType })
          .returning('id')
          .catch(nameTaken);
        return row.id;
      },
      (after, _, id) => find(after, id),
    ),

  update: (
    organizationId: number,
    id: number,
    { name, statusType }: SaveWorkflowStatus,
    traceparent?: string,
  ): Promise<WorkflowStatus> =>
    changeConfiguration(
      db,
      organizationId,
      traceparent,
      async (tx, before) => {
        if (!find(before, id)) throw problem.notFound();
        const beginsTasks = before.transitions.find(
          ({ fromStatusId, toStatusId }) => fromStatusId === null && toStatusId === id,
        );
        if (beginsTasks && statusType !== 'INITIAL') {
          throw problem.validation([
            {
              field: 'statusType',
              message: `New tasks begin here by the transition "${beginsTasks.name}": the status stays INITIAL.`,
            },
          ]);
        }
        await tx('statuses').where({ id }).update({ name, status_type: statusType }).catch(nameTaken);
        return id;
      },
      (after) => find(after, id),
    ),

  delete: (organizationId: number, id: number, traceparent?: string): Promise<void> =>
    deleteFromConfiguration(db, organizationId, traceparent, async (tx, before) => {
      if (!find(before, id)) throw problem.notFound();
      const held = await tx('task_uses').where({ status_id: id }).count<{ count: number }[]>('* as count');
      checkUse(before, id, held[0]?.count ?? 0);
      await tx('statuses').where({ id }).delete();
    }),
});
export type Statuses = ReturnType<typeof createStatuses>;
