import type { Logger } from 'pino';

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
