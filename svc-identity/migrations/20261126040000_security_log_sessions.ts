import type { Migration } from '@obieg/service-kit';

/**
 * For who looks for a person whose sessions were ended by others: of a session the log names its person in the details. A
 * column of its own, since reading those is not leak-proof, so that under row-level security no index of them would be used.
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
