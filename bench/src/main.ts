import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { fillOthers, fillTasks } from './fill';
import { measurePgbench, startBareServer } from './floor/floor';
import { type Measured, measure, type Scenario } from './load';
import { sayPlans } from './plans';
import { type BenchProduct, call, measureStart, signIn, startProduct } from './product';
import { propagations } from './propagation';
import { quantile, say, sayMemory, sayPgbench, sayRow, sayTableHead, summarize } from './report';
import { describeScenarios } from './scenarios';

interface Options {
  seconds: number;
  rounds: number;
  tasks: number;
  growth: number;
  connections: number[];
}

const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
      tasks: { type: 'string', default: '20000' },
      growth: { type: 'string', default: '200000' },
      connections: { type: 'string', default: '1,8,32' },
    },
  });
  return {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    tasks: Number(values.tasks),
    growth: Number(values.growth),
    connections: values.connections.split(',').map(Number),
  };
};

const describeMachine = async ({ tasksDatabase }: BenchProduct, options: Options): Promise<string> => {
  const { rows } = await tasksDatabase.query('show server_version');
  const load = loadavg()[0]?.toFixed(1);
  return [
    `${cpus().length} x ${cpus()[0]?.model}, load average at the start ${load}`,
    `Node.js ${process.version}, PostgreSQL ${rows[0].server_version}`,
    `${options.tasks} tasks; the middle one of ${options.rounds} rounds of ${options.seconds} s`,
  ].join('\n');
};

const measureAll = async (
  { obieg }: BenchProduct,
  scenarios: readonly Scenario[][],
  { connections: all, rounds, seconds }: Options,
): Promise<void> => {
  const databaseId = obieg.pids()['postgres'] ?? 0;
  sayTableHead();
  for (const compared of scenarios) {
    for (const connections of all) {
      const measured = compared.map((): Measured[] => []);
      for (let round = 0; round < rounds; round++) {
        for (const [index, scenario] of compared.entries())
          measured[index]?.push(await measure(scenario, databaseId, connections, seconds));
      }
      for (const rounds of measured) sayRow(summarize(rounds));
    }
  }
};

const measurePropagations = async (product: BenchProduct): Promise<void> => {
  say(
    '\n| from the answer to the other service | changes | p50 ms | p95 ms | slowest ms |\n|---|---|---|---|---|',
  );
  for (const { name, measureAll: measureEach } of propagations) {
    const sorted = await measureEach(product);
    const shares = [0.5, 0.95, 1].map((share) => quantile(sorted, share));
    say(`| ${name} | ${sorted.length} | ${shares.join(' | ')} |`);
  }
};

/** The same product with ten times as many tasks in the organization, many people and groups, and nineteen others. */
const measureGrowth = async (
  product: BenchProduct,
  token: string,
  userId: number,
  options: Options,
): Promise<void> => {
  await fillOthers(product.tasksDatabase);
  const taskIds = await fillTasks(product.tasksDatabase, options.growth, userId);
  const scenarios = await describeScenarios({ product, token, taskIds });
  say(`\nWith ${options.growth} more tasks, 5000 users, 500 groups, 20 organizations:`);
  await measureAll(product, scenarios, options);
};

/** Starts the product, fills it, measures and prints tables in Markdown. */
export const runBenchmarks = async (args: string[]): Promise<void> => {
  const options = readOptions(args);
  const product = await startProduct();
  try {
    say(await describeMachine(product, options));
    const token = await signIn(product.acme, 'olga@acme.test');
    const { id: userId } = await call<{ id: number }>('GET', `${product.acme}/api/auth/me`, token);
    const taskIds = await fillTasks(product.tasksDatabase, options.tasks, userId);
    const { rows } = await product.tasksDatabase.query(
      'select organization_id from tasks where public_task_id = $1',
      [taskIds[0]],
    );
    const floor = { databaseUrl: product.tasksDatabaseUrl, organizationId: rows[0].organization_id, userId };
    const bare = await startBareServer(floor);
    try {
      await measureAll(product, await describeScenarios({ product, token, taskIds, bare }), options);
    } finally {
      await bare.stop();
    }
    const { connections, seconds } = options;
    sayPgbench(
      connections.map((count) => measurePgbench(floor, count, seconds)),
      connections,
    );
    sayMemory(product);
    await measurePropagations(product);
    const startMs = await measureStart(product, token);
    say(`\nFrom starting gateway and services to the first good answer: ${(startMs / 1_000).toFixed(1)} s`);
    if (options.growth > 0) {
      await measureGrowth(product, token, userId, options);
      sayPlans(product, { organizationId: floor.organizationId, userId, publicTaskId: taskIds[0] ?? 0 });
    }
  } finally {
    await product.stop();
  }
};
