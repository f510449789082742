import { createGlobalTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

/** Authenticator apps and passkeys of an account. */
const createFactors = (knex: Knex): Promise<void> =>
  createGlobalTable(knex, 'second_factors', (table) => {
    table.uuid('id').primary();
    table.bigInteger('user_id').notNullable();
    table.text('kind').notNullable();
    table.text('name').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('last_used_at');
    // Of an authenticator app. Encrypted.
    table.binary('secret');
    // Time step of the last accepted code. No code of this or an earlier step is accepted again.
    table.bigInteger('last_step');
    // Of a passkey.
    table.binary('credential_id');
    table.binary('public_key');
    table.bigInteger('sign_count').notNullable().defaultTo(0);
    table.specificType('transports', 'text[]').notNullable().defaultTo('{}');
    table.boolean('is_backup_eligible').notNullable().defaultTo(false);
    table.boolean('is_backed_up').notNullable().defaultTo(false);
    table.unique(['credential_id'], { indexName: 'second_factors_credential' });
    table.index(['user_id'], 'second_factors_user');
    table.foreign('user_id', 'second_factors_user_fkey').references('users.id');
    table.check(
      `case kind when 'TOTP' then secret is not null and credential_id is null
                 when 'PASSKEY' then secret is null and credential_id is not null and public_key is not null
                 else false end`,
      undefined,
      'second_factors_kind',
    );
  });

/** Only hashes. A used code is deleted. */
const createRecoveryCodes = (knex: Knex): Promise<void> =>
  createGlobalTable(knex, 'recovery_codes', (table) => {
    table.bigInteger('user_id').notNullable();
    table.binary('code_hash').notNullable();
    table.primary(['user_id', 'code_hash'], { constraintName: 'recovery_codes_pkey' });
    table.foreign('user_id', 'recovery_codes_user_fkey').references('users.id');
  });

/** Sign-ins whose first step was right and whose second one is missing. */
const createChallenges = (knex: Knex): Promise<void> =>
  createGlobalTable(knex, 'sign_in_challenges', (table) => {
    table.binary('token_hash').primary();
    table.bigInteger('user_id').notNullable();
    table.bigInteger('organization_id');
    table.text('step').notNullable();
    // How the first step was passed.
    table.text('by').notNullable();
    // Id of the session to open.
    table.uuid('session_id').notNullable();
    table.binary('browser_hash').notNullable();
    table.timestamp('expires_at').notNullable();
    table.foreign('user_id', 'sign_in_challenges_user_fkey').references('users.id');
    table.index(['user_id'], 'sign_in_challenges_user');
    table.index(['expires_at'], 'sign_in_challenges_expires_at');
  });

/** Secrets of set-ups, and challenges for passkeys. Each is used once. */
const createCeremonies = (knex: Knex): Promise<void> =>
  createGlobalTable(knex, 'factor_ceremonies', (table) => {
    table.binary('key_hash').primary();
    table.text('purpose').notNullable();
    table.bigInteger('organization_id');
    // The session or the sign-in that may use it. Neither: a sign-in by passkey alone.
    table.uuid('session_id');
    table.binary('challenge_hash');
    table.binary('secret');
    table.timestamp('expires_at').notNullable();
    table.index(['expires_at'], 'factor_ceremonies_expires_at');
  });

const tables = ['factor_ceremonies', 'sign_in_challenges', 'recovery_codes', 'second_factors'];

/** Second factors: passkeys, one-time codes, recovery codes, and the roles that need one. */
export const secondFactorsMigration: Migration = {
  name: '20261129210000_second_factors',
  up: async (knex) => {
    await createFactors(knex);
    await createRecoveryCodes(knex);
    await createChallenges(knex);
    await createCeremonies(knex);
    await knex.schema.alterTable('sessions', (table) => {
      // Second factor that the session was opened with. Null: none.
      table.text('factor');
      // When the person last proved, within the session, that it is theirs.
      table.timestamp('confirmed_at');
    });
    await knex.schema.alterTable('organizations', (table) => {
      table.specificType('factor_roles', 'text[]').notNullable().defaultTo('{}');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('organizations', (table) => {
      table.dropColumn('factor_roles');
    });
    await knex.schema.alterTable('sessions', (table) => {
      table.dropColumn('confirmed_at');
      table.dropColumn('factor');
    });
    for (const table of tables) await knex.schema.dropTable(table);
  },
};
