import type { ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Program, spawnProgram, stopChild } from './child';

export interface SupervisedService {
  name: string;
  program: Program;
  /** Asked again and again after a start; must not throw. */
  isReady(): Promise<boolean>;
  /** The others lean on it: it ends after them. */
  isFoundation?: boolean;
}

interface SupervisorOptions {
  /** Each service writes `<name>.log` here. */
  logFolder: string;
  /** Told in one line of what a person may want to know: a crash, a new start. */
  log(line: string): void;
  /** Every line that a service writes. */
  onOutput?(name: string, line: string): void;
  readyDeadlineMs?: number;
}

const firstBackOffMs = 200;
const maxBackOffMs = 5_000;
/** A service that ran this long had started well: its next crash is its first. */
const steadyMs = 10_000;
const startAttempts = 3;
const readyPollMs = 40;
const rotateBytes = 10 * 1024 * 1024;
const lastWordsLength = 4_000;

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
  /** False while it is to be down: a death then is no crash. */
  isWanted: boolean;
  crashes: number;
  timer: NodeJS.Timeout | undefined;
  lastWords: string;
}

/**
 * Keeps services running: starts them, tells when they are ready, starts a crashed one again with a growing pause,
 * writes their output to files. All of them end with this process, however it ends.
 */
export const createSupervisor = ({
  logFolder,
  log,
  onOutput,
  readyDeadlineMs = 90_000,
}: SupervisorOptions) => {
  const services = new Map<string, Running>();
  let isClosed = false;

  const find = (name: string): Running => {
    const running = services.get(name);
    if (!running)
      throw new Error(`There is no service ${name}; there are: ${[...services.keys()].join(', ')}`);
    return running;
  };

  const run = (running: Running): void => {
    const { service, file } = running;
    const startedAt = Date.now();
    const child = spawnProgram(service.program);
    running.child = child;
    running.lastWords = '';
    let rest = '';
    const read = (chunk: Buffer): void => {
      file.write(chunk);
      const text = chunk.toString();
      running.lastWords = (running.lastWords + text).slice(-lastWordsLength);
      if (!onOutput) return;
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onOutput(service.name, line);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', (error) => read(Buffer.from(`${error.message}\n`)));
    child.once('close', (code, signal) => {
      if (!running.isWanted || running.child !== child) return;
      if (Date.now() - startedAt > steadyMs) running.crashes = 0;
      const pauseMs = Math.min(maxBackOffMs, firstBackOffMs * 2 ** running.crashes);
      running.crashes += 1;
      log(`${service.name} ended with ${signal ?? `code ${code}`}; it starts again in ${pauseMs} ms`);
      running.timer = setTimeout(() => run(running), pauseMs);
    });
  };

  const waitUntilReady = async (running: Running): Promise<void> => {
    const { service } = running;
    const end = Date.now() + readyDeadlineMs;
    for (;;) {
      if (!running.isWanted) throw new Error(`${service.name} was ended while it started`);
      if (await service.isReady()) return;
      if (running.crashes >= startAttempts || Date.now() > end) {
        const problem = running.crashes >= startAttempts ? 'ends as soon as it starts' : 'does not get ready';
        throw new Error(`${service.name} ${problem}. Its last words:\n${running.lastWords.trim()}`);
      }
      await sleep(readyPollMs);
    }
  };

  const halt = async (running: Running, signal: NodeJS.Signals): Promise<void> => {
    running.isWanted = false;
    clearTimeout(running.timer);
    if (running.child) await stopChild(running.child, signal);
  };
  const stop = (name: string): Promise<void> => {
    const running = find(name);
    return halt(running, running.service.program.stopSignal ?? 'SIGTERM');
  };
  const begin = async (running: Running): Promise<void> => {
    if (isClosed) throw new Error(`${running.service.name} does not start: everything is ending`);
    running.isWanted = true;
    running.crashes = 0;
    run(running);
    await waitUntilReady(running);
  };

  return {
    /** Starts a service and waits until it is ready; throws with its last words when it cannot start. */
    start: (service: SupervisedService): Promise<void> => {
      const running: Running = {
        service,
        file: openLogFile(logFolder, service.name),
        child: undefined,
        isWanted: true,
        crashes: 0,
        timer: undefined,
        lastWords: '',
      };
      services.set(service.name, running);
      return begin(running);
    },
    /** Ends it in order; it stays down until `restart`. */
    stop,
    /** Ends it at once, as a failing machine would; it stays down until `restart`. */
    kill: (name: string): Promise<void> => halt(find(name), 'SIGKILL'),
    /** Ends it in order if it runs, and starts it, from now on with these variables beside its own. */
    restart: async (name: string, env: NodeJS.ProcessEnv = {}): Promise<void> => {
      const running = find(name);
      await stop(name);
      const { program } = running.service;
      running.service = { ...running.service, program: { ...program, env: { ...program.env, ...env } } };
      await begin(running);
    },
    /** Process ids of what runs now, by name. */
    pids: (): Record<string, number> =>
      Object.fromEntries(
        [...services].flatMap(([name, { child }]) =>
          child?.pid !== undefined && child.exitCode === null && child.signalCode === null
            ? [[name, child.pid]]
            : [],
        ),
      ),
    /** Ends everything for good: first the services, then what they lean on. */
    stopAll: async (): Promise<void> => {
      isClosed = true;
      for (const isFoundation of [false, true]) {
        const wave = [...services].filter(
          ([, { service }]) => (service.isFoundation ?? false) === isFoundation,
        );
        await Promise.all(wave.map(([name]) => stop(name)));
      }
      for (const { file } of services.values()) file.end();
    },
  };
};
export type Supervisor = ReturnType<typeof createSupervisor>;
