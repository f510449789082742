import { appRoleOf, grantTable, type Migration } from '@obieg/service-kit';

/** Lets writers delete the earlier texts of their comments. */
export const deleteEarlierTextsMigration: Migration = {
  name: '20261128120000_delete_earlier_texts',
  up: (knex) => grantTable(knex, 'comment_versions', ['delete']),
  down: async (knex) => {
    await knex.raw('revoke delete on comment_versions from ??', [await appRoleOf(knex)]);
  },
};
