import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const identityColumn = 'bigint generated always as identity';
const ownKey = ['organization_id', 'id'];

const createRounds = async (knex: Knex): Promise<void> => {
  await createTenantTable(
    knex,
    'approval_rounds',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      table.bigInteger('task_id').notNullable();
      table.bigInteger('status_id').notNullable();
      // Follow the workflow while the round is open.
      table.specificType('approver_group_ids', 'bigint[]').notNullable();
      table.boolean('is_author_excluded').notNullable();
      table.text('state').notNullable().defaultTo('OPEN');
      table.timestamp('started_at').notNullable().defaultTo(knex.fn.now());
      table.timestamp('ended_at');
      table.primary(ownKey, { constraintName: 'approval_rounds_pkey' });
      table
        .foreign(['organization_id', 'task_id'], 'approval_rounds_task_fkey')
        .references(ownKey)
        .inTable('tasks');
    },
    // The settler finds the organizations with open rounds.
    { everyOrganization: true },
  );
  await knex.raw(`create unique index approval_rounds_open on approval_rounds (organization_id, task_id)
    where state = 'OPEN'`);
  await knex.raw(`create index approval_rounds_waiting on approval_rounds (organization_id, id)
    where state = 'OPEN'`);
};

const createVotes = (knex: Knex): Promise<void> =>
  createTenantTable(
    knex,
    'approval_votes',
    (table) => {
      table.bigInteger('round_id').notNullable();
      table.bigInteger('voter_user_id').notNullable();
      // The approvers for whom the vote counts: the voter, absent ones, or both.
      table.specificType('for_user_ids', 'bigint[]').notNullable();
      table.text('decision').notNullable();
      table.text('comment');
      table.timestamp('voted_at').notNullable().defaultTo(knex.fn.now());
      table.primary(['organization_id', 'round_id', 'voter_user_id'], {
        constraintName: 'approval_votes_pkey',
      });
      table
        .foreign(['organization_id', 'round_id'], 'approval_votes_round_fkey')
        .references(ownKey)
        .inTable('approval_rounds');
    },
    { everyOrganization: true },
  );

const createAbsences = (knex: Knex): Promise<void> =>
  createTenantTable(knex, 'absences', (table) => {
    table.bigInteger('user_id').notNullable();
    table.date('from_day').notNullable();
    table.date('until_day').notNullable();
    table.bigInteger('substitute_user_id');
    table.primary(['organization_id', 'user_id'], { constraintName: 'absences_pkey' });
    table.index(['organization_id', 'substitute_user_id'], 'absences_substitute');
  });

/** Adds approval rounds of tasks with their votes, and absences of people. */
export const approvalsMigration: Migration = {
  name: '20261130131000_approvals',
  up: async (knex) => {
    await createRounds(knex);
    await createVotes(knex);
    await createAbsences(knex);
  },
  down: async (knex) => {
    for (const table of ['absences', 'approval_votes', 'approval_rounds']) await knex.schema.dropTable(table);
  },
};
