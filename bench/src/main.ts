import { cpus, loadavg } from 'node:os';
import { type FilledProduct, startFilled } from './filled-product';
import { type FloorOptions, measurePgbench, startBareServer } from './floor/floor';
import { measureGrowth } from './growth';
import { measureListening } from './listening';
import { type Measured, measure, type Scenario, warmUp } from './load';
import { type Options, readOptions } from './options';
import { type BenchProduct, measureStart } from './product';
import { propagations } from './propagation';
import {
  printLine,
  printMemory,
  printPgbench,
  printRow,
  printTableHeader,
  quantile,
  summarize,
} from './report';
import { describeScenarios } from './scenarios';
import { compareVersions } from './versions';

const describeMachine = async ({ tasksDatabase }: BenchProduct, options: Options): Promise<string> => {
  const { rows } = await tasksDatabase.query('show server_version');
  const load = loadavg()[0]?.toFixed(1);
  return [
    `${cpus().length} x ${cpus()[0]?.model}, load average at the start ${load}`,
    `Node.js ${process.version}, PostgreSQL ${rows[0].server_version}`,
    `${options.tasks} tasks; median of ${options.rounds} rounds of ${options.seconds} s`,
  ].join('\n');
};

const measureAll = async (
  scenarios: readonly Scenario[][],
  { connections: all, rounds, seconds, only = '', ...options }: Options,
): Promise<void> => {
  const selected = scenarios
    .map((compared) => compared.filter(({ name }) => name.includes(only)))
    .filter((compared) => compared.length > 0);
  await warmUp(selected.flat(), options.warmUp);
  printTableHeader();
  for (const compared of selected) {
    for (const connections of all) {
      const measured = compared.map((): Measured[] => []);
      for (let round = 0; round < rounds; round++) {
        for (const [index, scenario] of compared.entries())
          measured[index]?.push(await measure(scenario, connections, seconds));
      }
      for (const rounds of measured) printRow(summarize(rounds));
    }
  }
};

const measurePropagations = async (product: BenchProduct): Promise<void> => {
  printLine(
    '\n| from the response to the read model | changes | p50 ms | p95 ms | max ms |\n|---|---|---|---|---|',
  );
  for (const { name, measureAll: measureEach } of propagations) {
    const sorted = await measureEach(product);
    const shares = [0.5, 0.95, 1].map((share) => quantile(sorted, share));
    printLine(`| ${name} | ${sorted.length} | ${shares.join(' | ')} |`);
  }
};

/** Baseline in SQL, memory, event streams, read models and starts. */
const measureRest = async (filled: FilledProduct, options: Options, floor: FloorOptions): Promise<void> => {
  const { product, token } = filled;
  const { connections, seconds } = options;
  printPgbench(
    connections.map((count) => measurePgbench(floor, count, seconds)),
    connections,
  );
  await printMemory(product);
  if (options.listening > 0) await measureListening(filled, options);
  await measurePropagations(product);
  const startMs = await measureStart(product, token);
  printLine(
    `\nFrom starting gateway and services to the first successful response: ${(startMs / 1_000).toFixed(1)} s`,
  );
};

/** Starts and fills the product, measures it and prints Markdown tables. */
export const runBenchmarks = async (args: string[]): Promise<void> => {
  const options = readOptions(args);
  if (options.against !== undefined) return await compareVersions(options.against, options);
  const filled = await startFilled(options.tasks);
  const { product, userId, organizationId } = filled;
  try {
    printLine(await describeMachine(product, options));
    const floor = { databaseUrl: product.tasksDatabaseUrl, organizationId, userId };
    const bare = await startBareServer(floor);
    try {
      await measureAll(await describeScenarios(filled, bare), options);
    } finally {
      await bare.stop();
    }
    if (options.only === undefined) await measureRest(filled, options, floor);
  } finally {
    await product.stop();
  }
  if (options.growth > 0) await measureGrowth(options);
};
