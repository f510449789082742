import type { Logger } from 'pino';
import * as z from 'zod';
import { env, loadConfig } from '../config/config';
import { listNewerMigrations, type Migration, runMigrations } from '../database/migrations';
import { waitForDatabase } from './wait-for-database';

export type Command = (args: readonly string[]) => Promise<void>;

/**
 * Entry point of a service's program. Without arguments it serves; otherwise it runs the named command. A failure is
 * logged and exits with code 1.
 */
export const runCommandLine = async (
  serve: () => Promise<void>,
  commands: Record<string, Command>,
  log: Pick<Logger, 'fatal'>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> => {
  const [name, ...rest] = args;
  try {
    if (name === undefined) return await serve();
    const command = commands[name];
    if (!command) throw new Error(`Unknown command ${name}. Commands: ${Object.keys(commands).join(', ')}`);
    await command(rest);
    process.exit(0);
  } catch (error) {
    log.fatal({ err: error }, (error as Error).message);
    process.exit(1);
  }
};

/** A cluster's operator creates a database within minutes. */
const migrationWaitSeconds = 900;

/**
 * Command `migrate`, with the owner's address. It waits for a database that is being created. The running service never migrates. No command takes migrations back:
 * that would delete data, and the previous version runs on the present schema.
 */
export const migrationCommands = (
  migrations: readonly Migration[],
  log: Logger,
): Record<'migrate', Command> => ({
  migrate: async () => {
    const { MIGRATION_DATABASE_URL, MIGRATION_WAIT_SECONDS, DATABASE_URL } = loadConfig(
      z.object({
        MIGRATION_DATABASE_URL: env.postgresUrl,
        MIGRATION_WAIT_SECONDS: z.coerce.number().int().min(0).default(migrationWaitSeconds),
        DATABASE_URL: env.postgresUrl,
      }),
      process.env,
    );
    const options = {
      url: MIGRATION_DATABASE_URL,
      migrations,
      appRole: decodeURIComponent(new URL(DATABASE_URL).username),
    };
    const { url, appRole } = options;
    await waitForDatabase({ url, appRole, maxMs: MIGRATION_WAIT_SECONDS * 1_000, log });
    log.info({ migrations: await runMigrations(options) }, 'migrated');
    const newer = await listNewerMigrations(options);
    if (newer.length > 0) log.warn({ migrations: newer }, 'a newer version has migrated this database');
  },
});
