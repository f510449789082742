import type { Migration } from '@obieg/service-kit';

/**
 * Adds the path of an assigned group at the time of the assignment, for members. Null: an assignment to a user, or an
 * earlier release wrote the entry.
 */
export const assignmentGroupPathsMigration: Migration = {
  name: '20261129160010_assignment_group_paths',
  up: async (knex) => {
    await knex.raw('alter table assignment_history add column assigned_to_group_path text');
  },
  down: async (knex) => {
    await knex.raw('alter table assignment_history drop column assigned_to_group_path');
  },
};
