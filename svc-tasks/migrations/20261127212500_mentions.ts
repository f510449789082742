import type { Migration } from '@obieg/service-kit';

/**
 * Adds the people that a comment mentions, by user id and with the name in its text, and the comment of queued news
 * about a mention.
 */
export const mentionsMigration: Migration = {
  name: '20261127212500_mentions',
  up: async (knex) => {
    await knex.raw(`alter table comments add column mentions jsonb not null default '[]'`);
    await knex.raw('alter table notification_queue add column comment_id bigint');
  },
  down: async (knex) => {
    await knex.raw('alter table notification_queue drop column comment_id');
    await knex.raw('alter table comments drop column mentions');
  },
};
