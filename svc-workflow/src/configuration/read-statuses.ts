import type { Approval, StatusType, WorkflowStatus } from '@obieg/contracts';
import type { Knex } from 'knex';
import type { Stored } from '../model/configuration.model';

interface StatusRow {
  id: number;
  name: string;
  status_type: StatusType;
  created_at: Date;
  /** Absent from the copies of deleted statuses. */
  approval?: Approval | null;
  revision: number;
}

/** Builds the query for all statuses, oldest first, or for one. `readStatuses` reads the result. */
export const statusQuery = (knex: Knex, id?: number): Knex.QueryBuilder => {
  const statuses = knex('statuses')
    .orderBy('id')
    .select(
      'id',
      'name',
      'status_type',
      'created_at',
      'revision',
      knex.raw(`(select a.approval from status_approvals a
        where a.organization_id = statuses.organization_id and a.id = statuses.id) as approval`),
    );
  return id === undefined ? statuses : statuses.where({ id });
};

export const readStatuses = (rows: unknown): Stored<WorkflowStatus>[] =>
  (rows as StatusRow[]).map(({ id, name, status_type, created_at, approval = null, revision }) => ({
    id,
    name,
    statusType: status_type,
    createdAt: created_at.toISOString(),
    approval,
    revision,
  }));
