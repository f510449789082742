import { ReleaseConflictError, ReleaseRefusedError } from '@obieg/delivery';
import type { Command } from './commands/command';
import { createKeys } from './commands/keys';
import { prune } from './commands/prune';
import { deploy, publish } from './commands/publish';
import { promote, release, rollback } from './commands/release';
import { history, status } from './commands/status';
import { type Output, toPlainText } from './report';
import { type CommandLine, readCommandLine } from './settings';
import { UsageError, usage } from './usage';

const commands = new Map<string, Command>([
  ['publish', publish],
  ['deploy', deploy],
  ['release', release],
  ['promote', promote],
  ['rollback', rollback],
  ['status', status],
  ['history', history],
  ['prune', prune],
  ['keys create', createKeys],
]);

const exitCodes = { done: 0, refused: 1, usage: 2 };

const findCommand = ({ positionals }: CommandLine): Command => {
  const [first = '', second = ''] = positionals;
  const command = commands.get(first) ?? commands.get(`${first} ${second}`);
  if (!command)
    throw new UsageError(first === '' ? 'The command is missing.' : `Unknown command "${first}".`);
  return command;
};

const codeOf = (error: unknown): string => {
  if (error instanceof ReleaseRefusedError) return error.code;
  if (error instanceof ReleaseConflictError) return 'CONFLICT';
  if (error instanceof UsageError) return 'USAGE';
  return error instanceof Error ? error.name : 'FAILED';
};

/** Network errors have their reason in `cause`. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error && error.cause.message !== '' ? ` (${error.cause.message})` : '';
  return toPlainText(`${error.message}${cause}`);
};

export interface Terminal {
  stdout: Output;
  stderr: Output;
  env: NodeJS.ProcessEnv;
}

/** Runs a command line. @returns the exit code */
export const run = async (args: readonly string[], { stdout, stderr, env }: Terminal): Promise<number> => {
  let isJson = args.includes('--json');
  try {
    const line = readCommandLine(args, env);
    isJson = line.values.json === true;
    if (line.values.help) {
      stdout.write(usage);
      return exitCodes.done;
    }
    const { json, text } = await findCommand(line)(line, stderr);
    stdout.write(`${isJson ? JSON.stringify(json) : text}\n`);
    return exitCodes.done;
  } catch (error) {
    if (isJson)
      stdout.write(`${JSON.stringify({ error: { code: codeOf(error), message: messageOf(error) } })}\n`);
    else stderr.write(`${messageOf(error)}\n`);
    if (!(error instanceof UsageError)) return exitCodes.refused;
    if (!isJson) stderr.write(`\n${usage}`);
    return exitCodes.usage;
  }
};
