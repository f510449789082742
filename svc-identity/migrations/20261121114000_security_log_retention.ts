import { appRoleOf, type Migration } from '@obieg/service-kit';

/**
 * Deletes security log entries older than 400 days. The application role cannot delete; it may call this function,
 * which deletes at most 10,000 entries at a time.
 */
export const securityLogRetentionMigration: Migration = {
  name: '20261121114000_security_log_retention',
  up: async (knex) => {
    await knex.raw('create index security_log_time on security_log (happened_at)');
    await knex.raw(`create function sweep_security_log() returns bigint language plpgsql
        security definer set search_path = public, pg_temp as $$
      declare
        gone bigint;
      begin
        perform set_config('app.every_organization', 'on', true);
        delete from security_log where id in (
          select id from security_log where happened_at < now() - interval '400 days' limit 10000);
        get diagnostics gone = row_count;
        perform set_config('app.every_organization', '', true);
        return gone;
      end $$`);
    await knex.raw('revoke execute on function sweep_security_log() from public');
    await knex.raw('grant execute on function sweep_security_log() to ??', [await appRoleOf(knex)]);
  },
  down: async (knex) => {
    await knex.raw('drop function sweep_security_log()');
    await knex.raw('drop index security_log_time');
  },
};
