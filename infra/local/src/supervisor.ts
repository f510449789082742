import type { ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Program, spawnProgram, stopChild } from './child';

export interface SupervisedService {
  name: string;
  program: Program;
  /** Polled after a start. Must not throw. */
  isReady(): Promise<boolean>;
  /** Other processes depend on it, so it stops after them. */
  isFoundation?: boolean;
}

interface SupervisorOptions {
  /** Folder of the log files, `<name>.log`. */
  logFolder: string;
  /** Receives one line for each crash and restart. */
  log(line: string): void;
  /** Receives every output line of a service. */
  onOutput?(name: string, line: string): void;
}

const readyDeadlineMs = 90_000;
const firstBackOffMs = 200;
const maxBackOffMs = 5_000;
/** After this time, a start counts as successful and resets the restart delay. */
const stableAfterMs = 10_000;
const startAttempts = 3;
const readyPollMs = 40;
const rotateBytes = 10 * 1024 * 1024;
const lastOutputLength = 4_000;

const openLogFile = (folder: string, name: string): WriteStream => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.log`);
  if (existsSync(file) && statSync(file).size > rotateBytes) renameSync(file, `${file}.1`);
  return createWriteStream(file, { flags: 'a' });
};

interface Running {
  service: SupervisedService;
  file: WriteStream;
  child: ChildProcess | undefined;
  /** False after `stop` and `kill`. The exit is then no crash. */
  shouldRun: boolean;
  crashes: number;
  timer: NodeJS.Timeout | undefined;
  lastOutput: string;
}

/**
 * Supervises processes: starts them, waits until they are ready, restarts crashed ones with increasing delay, and
 * writes their output to files. All of them stop when this process ends.
 */
export const createSupervisor = ({ logFolder, log, onOutput }: SupervisorOptions) => {
  const services = new Map<string, Running>();
  let isClosed = false;

  const find = (name: string): Running => {
    const running = services.get(name);
    if (!running) throw new Error(`Unknown process ${name}. Known: ${[...services.keys()].join(', ')}`);
    return running;
  };

  const run = (running: Running): void => {
    const { service, file } = running;
    const startedAt = Date.now();
    const child = spawnProgram(service.program);
    running.child = child;
    running.lastOutput = '';
    let rest = '';
    const read = (chunk: Buffer): void => {
      file.write(chunk);
      const text = chunk.toString();
      running.lastOutput = (running.lastOutput + text).slice(-lastOutputLength);
      if (!onOutput) return;
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onOutput(service.name, line);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', (error) => read(Buffer.from(`${error.message}\n`)));
    child.once('close', (code, signal) => {
      if (!running.shouldRun || running.child !== child) return;
      if (Date.now() - startedAt > stableAfterMs) running.crashes = 0;
      const pauseMs = Math.min(maxBackOffMs, firstBackOffMs * 2 ** running.crashes);
      running.crashes += 1;
      log(`${service.name} exited with ${signal ?? `code ${code}`}; restarting in ${pauseMs} ms`);
      running.timer = setTimeout(() => run(running), pauseMs);
    });
  };

  const waitUntilReady = async (running: Running): Promise<void> => {
    const { service } = running;
    const end = Date.now() + readyDeadlineMs;
    for (;;) {
      if (!running.shouldRun) throw new Error(`${service.name} was stopped during its start`);
      if (await service.isReady()) return;
      if (running.crashes >= startAttempts || Date.now() > end) {
        const problem = running.crashes >= startAttempts ? 'exits during its start' : 'is not ready in time';
        throw new Error(`${service.name} ${problem}. Last output:\n${running.lastOutput.trim()}`);
      }
      await sleep(readyPollMs);
    }
  };

  const halt = async (running: Running, signal: NodeJS.Signals): Promise<void> => {
    running.shouldRun = false;
    clearTimeout(running.timer);
    if (running.child) await stopChild(running.child, signal);
  };
  const stop = (name: string): Promise<void> => {
    const running = find(name);
    return halt(running, running.service.program.stopSignal ?? 'SIGTERM');
  };
  const begin = async (running: Running): Promise<void> => {
    if (isClosed) throw new Error(`${running.service.name} cannot start during shutdown`);
    running.shouldRun = true;
    running.crashes = 0;
    run(running);
    await waitUntilReady(running);
  };

  return {
    /** Starts a service and waits until it is ready. @throws with its last output if it cannot start */
    start: (service: SupervisedService): Promise<void> => {
      const running: Running = {
        service,
        file: openLogFile(logFolder, service.name),
        child: undefined,
        shouldRun: true,
        crashes: 0,
        timer: undefined,
        lastOutput: '',
      };
      services.set(service.name, running);
      return begin(running);
    },
    /** Stops a process with its stop signal, until `restart`. */
    stop,
    /** Kills a process, as a failing machine would, until `restart`. */
    kill: (name: string): Promise<void> => halt(find(name), 'SIGKILL'),
    /** Stops a process if it runs, and starts it. From then on, it has these additional variables. */
    restart: async (name: string, env: NodeJS.ProcessEnv = {}): Promise<void> => {
      const running = find(name);
      await stop(name);
      const { program } = running.service;
      running.service = { ...running.service, program: { ...program, env: { ...program.env, ...env } } };
      await begin(running);
    },
    /** Stops a process if it runs, and starts another program under its name. */
    replace: async (name: string, program: Program): Promise<void> => {
      const running = find(name);
      await stop(name);
      running.service = { ...running.service, program };
      await begin(running);
    },
    /** Pids of running processes, by name. */
    pids: (): Record<string, number> =>
      Object.fromEntries(
        [...services].flatMap(([name, { child }]) =>
          child?.pid !== undefined && child.exitCode === null && child.signalCode === null
            ? [[name, child.pid]]
            : [],
        ),
      ),
    /** Stops all processes: services first, then those that they depend on. */
    stopAll: async (): Promise<void> => {
      isClosed = true;
      for (const isFoundation of [false, true]) {
        const group = [...services].filter(
          ([, { service }]) => (service.isFoundation ?? false) === isFoundation,
        );
        await Promise.all(group.map(([name]) => stop(name)));
      }
      for (const { file } of services.values()) file.end();
    },
  };
};
export type Supervisor = ReturnType<typeof createSupervisor>;
