import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { guard, unguard } from './guardian';

/** How to run a server. */
export interface Program {
  command: string[];
  env?: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
  cwd?: string;
  /** Ends it in order; SIGTERM unless given. */
  stopSignal?: 'SIGINT' | 'SIGTERM';
}

const isOnPath = (command: string): boolean =>
  spawnSync('which', [command], { stdio: 'ignore' }).status === 0;
const hasSetpriv = process.platform === 'linux' && isOnPath('setpriv');

/** Asked once the signal is set: a launcher that died before that will send none. */
const unlessOrphaned = ['sh', '-c', 'test "$PPID" = "$0" && exec "$@"', String(process.pid)];

/** On Linux the child gets this signal when we die, even by kill -9, so that nothing is left behind. */
export const withParentDeathSignal = (signal: 'INT' | 'TERM', command: string[]): string[] =>
  hasSetpriv ? ['setpriv', '--pdeathsig', signal, ...unlessOrphaned, ...command] : command;

/**
 * Starts a program in a process group of its own: Ctrl-C reaches the launcher alone, which ends its children in order.
 * The command should already be wrapped by `withParentDeathSignal`; where that does nothing, a guardian takes over.
 */
export const spawnProgram = ({
  command: [command = '', ...args],
  env,
  stopSignal = 'SIGTERM',
  ...place
}: Program): ChildProcess => {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...env },
    ...place,
  });
  const { pid } = child;
  if (!hasSetpriv && pid !== undefined) {
    guard(pid, stopSignal);
    child.once('exit', () => unguard(pid));
  }
  return child;
};

/** Starts a server and waits until its output says that it is ready; rejects with its last words when it ends first. */
export const startServer = async (program: Program, isReady: RegExp): Promise<ChildProcess> => {
  const child = spawnProgram(program);
  let words = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      words = (words + chunk.toString()).slice(-4_000);
      if (isReady.test(words)) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${program.command[0]} ended with ${code}:\n${words}`)));
  });
  child.stdout?.resume();
  child.stderr?.resume();
  return child;
};

/** Ends a child with a signal, by force after the patience, and waits until it is gone. */
export const stopChild = async (
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
  patienceMs = 15_000,
): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await gone;
  clearTimeout(force);
};
