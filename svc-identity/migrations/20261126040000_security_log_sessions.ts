import type { Migration } from '@obieg/service-kit';

/**
 * Finds users whose sessions were ended by others. The log stores a session's user in `details`. A generated column
 * is needed, because reading `details` is not leakproof and row-level security would prevent the use of an index.
 */
export const securityLogSessionsMigration: Migration = {
  name: '20261126040000_security_log_sessions',
  up: async (knex) => {
    await knex.raw(
      `alter table security_log add column session_user_id bigint generated always as (
         case when subject_type = 'session' and jsonb_typeof(details->'userId') = 'number'
              then (details->>'userId')::bigint end
       ) stored`,
    );
    await knex.raw(
      `create index security_log_sessions on security_log (session_user_id, id) where session_user_id is not null`,
    );
  },
  down: async (knex) => {
    await knex.raw('alter table security_log drop column session_user_id');
  },
};
