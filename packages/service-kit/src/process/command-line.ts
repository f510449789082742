import type { Logger } from 'pino';
import { z } from 'zod';
import { env, loadConfig } from '../config';
import { type Migration, rollbackMigrations, runMigrations } from '../database/migrations';

export type Command = (args: readonly string[]) => Promise<void>;

/**
 * The entry of a service's one program: without arguments it serves, else it runs the named command and ends.
 * A failure is logged and ends the process with code 1.
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
    if (!command) throw new Error(`Unknown command ${name}; there are: ${Object.keys(commands).join(', ')}`);
    await command(rest);
    process.exit(0);
  } catch (error) {
    log.fatal({ err: error }, (error as Error).message);
    process.exit(1);
  }
};

/** `migrate` and `rollback`, with the owner's address; the running service never migrates. */
export const migrationCommands = (
  migrations: readonly Migration[],
  log: Logger,
): Record<'migrate' | 'rollback', Command> => {
  const options = () => {
    const { MIGRATION_DATABASE_URL, DATABASE_URL } = loadConfig(
      z.object({ MIGRATION_DATABASE_URL: env.postgresUrl, DATABASE_URL: env.postgresUrl }),
      process.env,
    );
    return {
      url: MIGRATION_DATABASE_URL,
      migrations,
      appRole: decodeURIComponent(new URL(DATABASE_URL).username),
    };
  };
  return {
    migrate: async () => log.info({ migrations: await runMigrations(options()) }, 'migrated'),
    rollback: async () => log.info({ migrations: await rollbackMigrations(options()) }, 'rolled back'),
  };
};
