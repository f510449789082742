import type { Migration } from '@obieg/service-kit';

/**
 * Adds the address to show beside the name of an assignment, because another member had the display name at that time.
 * Null: none had it, or an earlier release wrote the entry.
 */
export const assignmentAddressHintsMigration: Migration = {
  name: '20261129000000_assignment_address_hints',
  up: async (knex) => {
    await knex.raw('alter table assignment_history add column assigned_to_address_hint text');
  },
  down: async (knex) => {
    await knex.raw('alter table assignment_history drop column assigned_to_address_hint');
  },
};
