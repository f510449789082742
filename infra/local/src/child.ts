import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { guard, unguard } from './guardian';

/** Command, environment and user of a server process. */
export interface Program {
  command: string[];
  env?: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
  cwd?: string;
  /** Signal for an orderly shutdown. Default: SIGTERM. */
  stopSignal?: 'SIGINT' | 'SIGTERM';
}

const isOnPath = (command: string): boolean =>
  spawnSync('which', [command], { stdio: 'ignore' }).status === 0;
const hasSetpriv = process.platform === 'linux' && isOnPath('setpriv');

/** Checked after the death signal is set, because a launcher that died earlier sends none. */
const unlessOrphaned = ['sh', '-c', 'test "$PPID" = "$0" && exec "$@"', String(process.pid)];

/** On Linux the kernel sends this signal to the child when the launcher dies, even after `kill -9`. */
export const withParentDeathSignal = (signal: 'INT' | 'TERM', command: string[]): string[] =>
  hasSetpriv ? ['setpriv', '--pdeathsig', signal, ...unlessOrphaned, ...command] : command;

/**
 * Starts a program in its own process group. Ctrl-C then reaches only the launcher, which stops its children in
 * order. Wrap the command with `withParentDeathSignal` first. Without setpriv, the guardian process takes over.
 */
export const spawnProgram = ({
  command: [command = '', ...args],
  env,
  stopSignal = 'SIGTERM',
  ...options
}: Program): ChildProcess => {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...env },
    ...options,
  });
  const { pid } = child;
  if (!hasSetpriv && pid !== undefined) {
    guard(pid, stopSignal);
    child.once('exit', () => unguard(pid));
  }
  return child;
};

/** Starts a server and waits for its ready message. @throws the last output if it exits first */
export const startServer = async (program: Program, isReady: RegExp): Promise<ChildProcess> => {
  const child = spawnProgram(program);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-4_000);
      if (isReady.test(output)) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${program.command[0]} ended with ${code}:\n${output}`)));
  });
  child.stdout?.resume();
  child.stderr?.resume();
  return child;
};

const killAfterMs = 15_000;

/** Sends a signal, kills the child after 15 seconds, and waits for its exit. */
export const stopChild = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  await exited;
  clearTimeout(force);
};
