import type { Target } from '@obieg/contracts';
import type { Knex } from 'knex';
import type { Stored } from '../model/configuration.model';

interface TargetRow {
  id: number;
  metric: string;
  is_active: boolean;
  sort_order: number;
  priorities: Target['priorities'];
  conditions: Target['conditions'];
  calendar_id: number;
  minutes: number;
  start_rule: Target['start'];
  end_rule: Target['end'];
  paused_status_ids: (number | string)[];
  revision: number;
}

/** Builds the query for all targets in their order, or for one. `readTargets` reads the result. */
export const targetQuery = (knex: Knex, id?: number): Knex.QueryBuilder => {
  const targets = knex('workflow_targets').orderBy('sort_order').orderBy('id');
  return id === undefined ? targets : targets.where({ id });
};

/** PostgreSQL orders the keys of `jsonb` by length. An equal configuration needs equal texts. */
export const readTargets = (rows: unknown): Stored<Target>[] =>
  (rows as TargetRow[]).map((row) => ({
    id: row.id,
    metric: row.metric,
    isActive: row.is_active,
    sortOrder: row.sort_order,
    priorities: row.priorities,
    conditions: row.conditions.map(({ parameterId, conditionType, conditionValue }) => ({
      parameterId,
      conditionType,
      conditionValue,
    })),
    calendarId: row.calendar_id,
    minutes: row.minutes,
    start: row.start_rule,
    end: row.end_rule,
    pausedStatusIds: row.paused_status_ids.map(Number),
    revision: row.revision,
  }));
