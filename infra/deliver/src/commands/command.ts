import type { Output } from '../report';
import type { CommandLine } from '../settings';

export interface CommandResult {
  /** Printed with --json. */
  json: unknown;
  text: string;
}

/** @param progress receives progress, never results */
export type Command = (line: CommandLine, progress: Output) => Promise<CommandResult>;
