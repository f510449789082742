import { setTimeout } from 'node:timers/promises';
import type { Measured } from './load';
import { type BenchProduct, ourProcessIds } from './product';
import { memoryMb } from './resources';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

export const quantile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);

/** The median round. Refusals of all rounds are added. */
export const summarize = (rounds: readonly Measured[]): Measured => {
  const sorted = [...rounds].sort((one, other) => one.p50Ms - other.p50Ms || other.perSecond - one.perSecond);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] as Measured;
  return { ...middle, refused: rounds.reduce((sum, { refused }) => sum + refused, 0) };
};

export const printTableHead = (): void =>
  say(
    '\n| what | connections | per second | p50 ms | p99 ms | CPU ms | PostgreSQL CPU ms | refused |\n|---|---|---|---|---|---|---|---|',
  );

export const printRow = (row: Measured): void =>
  say(
    `| ${row.name} | ${row.connections} | ${row.perSecond} | ${row.p50Ms} | ${row.p99Ms} | ${row.cpuMs.toFixed(2)} | ${row.databaseCpuMs.toFixed(2)} | ${row.refused} |`,
  );

export const printGrowthHead = (small: number, large: number): void =>
  say(
    `\n| what | connections | CPU ms, ${small} tasks | ${large} | PostgreSQL CPU ms, ${small} | ${large} | together | refused |\n|---|---|---|---|---|---|---|---|`,
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
  const refused = [...small, ...large].reduce((sum, row) => sum + row.refused, 0);
  const [{ name = '', connections = 0 } = {}] = small;
  say(`| ${name} | ${connections} | ${figures} | ${more < 0 ? '' : '+'}${more.toFixed(0)} % | ${refused} |`);
};

/** Node.js collects garbage of a finished load during idle time. */
const restMs = 60_000;

/** Prints memory at the end of the load and after a minute of idle time. */
export const printMemory = async (product: BenchProduct): Promise<void> => {
  const ours = new Set(ourProcessIds(product));
  const processes = Object.entries(product.obieg.pids()).filter(([, pid]) => ours.has(pid));
  const measureEach = (): number[] => processes.map(([, pid]) => memoryMb(pid));
  const atOnce = measureEach();
  await setTimeout(restMs);
  const rested = measureEach();
  say('\n| memory (PSS) | MB as the load ends | MB after a minute of rest |\n|---|---|---|');
  const printEach = (name: string, ...all: number[]): void =>
    say(`| ${name} | ${all.map((mb) => mb.toFixed(0)).join(' | ')} |`);
  for (const [index, [name]] of processes.entries()) printEach(name, atOnce[index] ?? 0, rested[index] ?? 0);
  const add = (all: number[]): number => all.reduce((sum, mb) => sum + mb, 0);
  printEach('together', add(atOnce), add(rested));
};

/** `rates` by `connections`; undefined without pgbench. */
export const printPgbench = (
  rates: readonly (number | undefined)[],
  connections: readonly number[],
): void => {
  say('\n| pgbench with the SQL of the bare list | per second |\n|---|---|');
  for (const [index, rate] of rates.entries())
    say(`| ${connections[index]} connections | ${rate ?? 'no pgbench here'} |`);
};
