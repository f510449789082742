import { setTimeout } from 'node:timers/promises';
import type { Background, Measured } from './load';
import { type BenchProduct, ourProcessIds } from './product';
import { memoryMb } from './resources';

export const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

export const quantile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);

/** Returns the median round, with the rejected requests of all rounds. */
export const summarize = (rounds: readonly Measured[]): Measured => {
  const sorted = [...rounds].sort((one, other) => one.p50Ms - other.p50Ms || other.perSecond - one.perSecond);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] as Measured;
  return { ...median, rejected: rounds.reduce((sum, { rejected }) => sum + rejected, 0) };
};

export const printTableHeader = (): void =>
  printLine(
    '\n| scenario | connections | per second | p50 ms | p99 ms | CPU ms | PostgreSQL CPU ms | per CPU second | rejected |\n|---|---|---|---|---|---|---|---|---|',
  );

export const printRow = (row: Measured): void =>
  printLine(
    `| ${row.name} | ${row.connections} | ${row.perSecond} | ${row.p50Ms} | ${row.p99Ms} | ${row.cpuMs.toFixed(2)} | ${row.databaseCpuMs.toFixed(2)} | ${Math.round(1_000 / (row.cpuMs + row.databaseCpuMs))} | ${row.rejected} |`,
  );

export const printGrowthHeader = (small: number, large: number): void =>
  printLine(
    `\n| scenario | connections | CPU ms, ${small} tasks | ${large} | PostgreSQL CPU ms, ${small} | ${large} | total | rejected |\n|---|---|---|---|---|---|---|---|`,
  );

const meanOf = (rounds: readonly Measured[], value: 'cpuMs' | 'databaseCpuMs'): number =>
  rounds.reduce((sum, row) => sum + row[value], 0) / rounds.length;

/** Mean of the rounds, and the additional cost of the larger product in percent. */
export const printGrowthRow = (small: readonly Measured[], large: readonly Measured[]): void => {
  const [cpu, moreCpu] = [small, large].map((rounds) => meanOf(rounds, 'cpuMs')) as [number, number];
  const [database, moreDatabase] = [small, large].map((rounds) => meanOf(rounds, 'databaseCpuMs')) as [
    number,
    number,
  ];
  const more = ((moreCpu + moreDatabase) / (cpu + database) - 1) * 100;
  const figures = [cpu, moreCpu, database, moreDatabase].map((ms) => ms.toFixed(2)).join(' | ');
  const rejected = [...small, ...large].reduce((sum, row) => sum + row.rejected, 0);
  const [{ name = '', connections = 0 } = {}] = small;
  printLine(
    `| ${name} | ${connections} | ${figures} | ${more < 0 ? '' : '+'}${more.toFixed(0)} % | ${rejected} |`,
  );
};

export const printIdle = (idle: readonly Background['idle'][]): void =>
  printLine(
    `idle, CPU ms and PostgreSQL CPU ms per second: ${idle
      .map(({ cpuMs, databaseCpuMs }) => `${cpuMs.toFixed(0)} and ${databaseCpuMs.toFixed(0)}`)
      .join(', ')}`,
  );

export const printVersionsHeader = (): void =>
  printLine(
    '\n| scenario | connections | CPU ms before | now | PostgreSQL CPU ms before | now | per CPU second before | now | cost, median of rounds | rejected |\n|---|---|---|---|---|---|---|---|---|---|',
  );

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 0 ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
};

const costOf = ({ cpuMs, databaseCpuMs }: Measured): number => cpuMs + databaseCpuMs;

/** Means of the rounds, and the median of the ratios of each round. */
export const printVersionsRow = (before: readonly Measured[], now: readonly Measured[]): void => {
  const sides = [before, now];
  const means = (['cpuMs', 'databaseCpuMs'] as const).flatMap((value) =>
    sides.map((rounds) => meanOf(rounds, value).toFixed(2)),
  );
  const rates = sides.map((rounds) =>
    Math.round(1_000 / (meanOf(rounds, 'cpuMs') + meanOf(rounds, 'databaseCpuMs'))),
  );
  const ratio = median(now.map((row, round) => costOf(row) / costOf(before[round] ?? row)));
  const rejected = [...before, ...now].reduce((sum, row) => sum + row.rejected, 0);
  const [{ name = '', connections = 0 } = {}] = now;
  const figures = [connections, ...means, ...rates, ratio.toFixed(2), rejected].join(' | ');
  printLine(`| ${name} | ${figures} |`);
};

/** The processes collect the garbage of a load while they are idle. */
const idleMs = 60_000;

/** Prints memory at the end of the load and after a minute of idle time. */
export const printMemory = async (product: BenchProduct): Promise<void> => {
  const ours = new Set(ourProcessIds(product));
  const processes = Object.entries(product.obieg.pids()).filter(([, pid]) => ours.has(pid));
  const measureEach = (): number[] => processes.map(([, pid]) => memoryMb(pid));
  const loaded = measureEach();
  await setTimeout(idleMs);
  const idle = measureEach();
  printLine('\n| memory (PSS) | MB at the end of the load | MB after one idle minute |\n|---|---|---|');
  const printEach = (name: string, ...all: number[]): void =>
    printLine(`| ${name} | ${all.map((mb) => mb.toFixed(0)).join(' | ')} |`);
  for (const [index, [name]] of processes.entries()) printEach(name, loaded[index] ?? 0, idle[index] ?? 0);
  const add = (all: number[]): number => all.reduce((sum, mb) => sum + mb, 0);
  printEach('total', add(loaded), add(idle));
};

/** `rates` by `connections`; undefined without pgbench. */
export const printPgbench = (
  rates: readonly (number | undefined)[],
  connections: readonly number[],
): void => {
  printLine('\n| pgbench with the SQL of the list | per second |\n|---|---|');
  for (const [index, rate] of rates.entries())
    printLine(`| ${connections[index]} connections | ${rate ?? 'pgbench is not installed'} |`);
};
