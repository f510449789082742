import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { until } from './processes';

/** `npm run dev` as a separate process. */
export interface DevCommand {
  pid: number;
  output(): string;
  /** Waits until it prints the addresses. @throws its output if it exits first */
  ready(): Promise<void>;
  /** Presses Ctrl-C, unless it has ended. @returns the exit code */
  stop(): Promise<number | null>;
  /** @returns the exit code */
  ended: Promise<number | null>;
}

/** Variables of the test runner change the programs that the command starts. */
const plainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$|NODE_ENV$|npm_)/.test(name)),
  );

const waitForExit = async (child: ChildProcess): Promise<number | null> => {
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
};

/** Runs the command in a checkout. */
export const runDev = (checkout: string, args: string[], env: NodeJS.ProcessEnv): DevCommand => {
  const child = spawn(process.execPath, [join(checkout, 'infra/local/dev.mjs'), ...args], {
    cwd: checkout,
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  const ended = waitForExit(child);
  return {
    pid: child.pid ?? 0,
    output: () => text,
    ended,
    ready: () =>
      until(
        'addresses of the development server',
        () => {
          if (child.exitCode !== null) throw new Error(`npm run dev ended with ${child.exitCode}:\n${text}`);
          return text.includes('Ctrl-C stops');
        },
        240_000,
      ),
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
};
