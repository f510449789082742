import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const isOnPath = (command: string): boolean =>
  spawnSync('which', [command], { stdio: 'ignore' }).status === 0;
const hasSetpriv = process.platform === 'linux' && isOnPath('setpriv');

/** On Linux the child gets this signal when we die, even by kill -9, so that nothing is left behind. */
export const withParentDeathSignal = (signal: 'INT' | 'TERM', command: string[]): string[] =>
  hasSetpriv ? ['setpriv', '--pdeathsig', signal, ...command] : command;

/** Starts a server and waits until its output says that it is ready; rejects with its last words when it ends first. */
export const startServer = async (
  [command = '', ...args]: string[],
  {
    isReady,
    env,
    uid,
    gid,
    cwd,
  }: { isReady: RegExp; env?: NodeJS.ProcessEnv; uid?: number; gid?: number; cwd?: string },
): Promise<ChildProcess> => {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
    ...(cwd === undefined ? {} : { cwd }),
  });
  let words = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      words = (words + chunk.toString()).slice(-4_000);
      if (isReady.test(words)) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}:\n${words}`)));
  });
  child.stdout?.resume();
  child.stderr?.resume();
  return child;
};

/** Ends a child with a signal and waits until it is gone. */
export const stopChild = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
};
