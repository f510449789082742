import { createTenantTable, type Migration } from '@obieg/service-kit';

/** Adds what waits to be mailed to members. A trigger records each notification that goes by mail. */
export const notificationMailsMigration: Migration = {
  name: '20261127190300_notification_mails',
  up: async (knex) => {
    await createTenantTable(
      knex,
      'notification_mails',
      (table) => {
        table.specificType('id', 'bigint generated always as identity').notNullable();
        table.bigInteger('notification_id').notNullable();
        table.bigInteger('user_id').notNullable();
        table.bigInteger('task_id').notNullable();
        table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
        // After quiet hours, or the time of the digest.
        table.timestamp('due_at').notNullable().defaultTo(knex.fn.now());
        table.boolean('is_digest').notNullable().defaultTo(false);
        // Null until a mail takes the notification.
        table.bigInteger('mail_id');
        table.timestamp('planned_at');
        table.primary(['organization_id', 'id'], { constraintName: 'notification_mails_pkey' });
        table.index(['organization_id', 'mail_id'], 'notification_mails_mail');
        table.index(['organization_id', 'user_id', 'planned_at'], 'notification_mails_of_day');
        table.index(['created_at'], 'notification_mails_created_at');
      },
      // The planner works on all organizations.
      { everyOrganization: true },
    );
    await knex.raw(`create index notification_mails_waiting on notification_mails (due_at, organization_id, user_id, task_id)
      where mail_id is null`);
    await knex.raw(`create function record_notification_mail() returns trigger language plpgsql as $$
      begin
        insert into notification_mails (organization_id, notification_id, user_id, task_id)
        values (new.organization_id, new.id, new.user_id, new.task_id);
        return null;
      end $$`);
    await knex.raw(`create trigger record_mail after insert on notifications
      for each row when (new.by_mail) execute function record_notification_mail()`);
  },
  down: async (knex) => {
    await knex.raw('drop trigger record_mail on notifications');
    await knex.raw('drop function record_notification_mail()');
    await knex.schema.dropTable('notification_mails');
  },
};
