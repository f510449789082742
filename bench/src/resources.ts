import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Linux only. Other systems omit these figures. */
const readProc = (pid: number, file: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
};

const ticksPerSecond = (): number => Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

interface ProcessTimes {
  parentId: number;
  ticks: number;
  /** Ticks of exited children. */
  childTicks: number;
}

const timesOf = (pid: number): ProcessTimes | undefined => {
  const stat = readProc(pid, 'stat');
  if (!stat) return undefined;
  // The command name can contain spaces and brackets, so later fields are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticksAt = (index: number): number => Number(fields[index]) + Number(fields[index + 1]);
  return { parentId: Number(fields[1]), ticks: ticksAt(11), childTicks: ticksAt(13) };
};

const allProcesses = (): Map<number, ProcessTimes> => {
  const found = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined;
    if (times) found.set(Number(name), times);
  }
  return found;
};

/**
 * Processor time in milliseconds of these processes and their running and exited children. PostgreSQL has one child
 * per connection.
 */
export const cpuMs = (pids: readonly number[]): number => {
  if (process.platform !== 'linux') return Number.NaN;
  const selected = new Set(pids);
  let ticks = 0;
  for (const [pid, times] of allProcesses()) {
    if (selected.has(pid)) ticks += times.ticks + times.childTicks;
    else if (selected.has(times.parentId)) ticks += times.ticks;
  }
  return (ticks * 1_000) / ticksPerSecond();
};

const threadsOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
};

/**
 * The same with nanoseconds instead of ticks of 10 ms, for single requests. Without threads and children that have
 * ended.
 */
export const preciseCpuMs = (pids: readonly number[]): number => {
  if (process.platform !== 'linux') return Number.NaN;
  const selected = new Set(pids);
  let nanoseconds = 0;
  for (const [pid, { parentId }] of allProcesses())
    if (selected.has(pid) || selected.has(parentId))
      for (const thread of threadsOf(pid))
        nanoseconds += Number.parseInt(readProc(pid, `task/${thread}/schedstat`) ?? '0', 10);
  return nanoseconds / 1e6;
};

/** Memory in megabytes (PSS: shared pages are divided among the processes that share them). */
export const memoryMb = (pid: number): number => {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readProc(pid, 'smaps_rollup') ?? '')?.[1];
  return kilobytes === undefined ? Number.NaN : Number(kilobytes) / 1_024;
};
