import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { fillTasks } from './fill';
import { type Measured, measure } from './load';
import { type BenchProduct, call, signIn, startProduct } from './product';
import { propagations } from './propagation';
import { describeScenarios } from './scenarios';

interface Options {
  seconds: number;
  rounds: number;
  tasks: number;
  connections: number[];
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
      tasks: { type: 'string', default: '20000' },
      connections: { type: 'string', default: '1,8,32' },
    },
  });
  return {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    tasks: Number(values.tasks),
    connections: values.connections.split(',').map(Number),
  };
};

const quantile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);

/** The round in the middle; every refusal counts. */
const summarize = (rounds: readonly Measured[]): Measured => {
  const sorted = [...rounds].sort((one, other) => one.p50Ms - other.p50Ms || other.perSecond - one.perSecond);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] as Measured;
  return { ...middle, refused: rounds.reduce((sum, { refused }) => sum + refused, 0) };
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

const measureScenarios = async (product: BenchProduct, options: Options): Promise<void> => {
  const token = await signIn(product.acme, 'olga@acme.test');
  const me = await call<{ id: number }>('GET', `${product.acme}/api/auth/me`, token);
  const taskIds = await fillTasks(product.tasksDatabase, options.tasks, me.id);
  say('\n| what | connections | per second | p50 ms | p99 ms | refused |\n|---|---|---|---|---|---|');
  for (const compared of await describeScenarios({ product, token, taskIds })) {
    for (const connections of options.connections) {
      const rounds = compared.map((): Measured[] => []);
      for (let round = 0; round < options.rounds; round++) {
        for (const [index, scenario] of compared.entries())
          rounds[index]?.push(await measure(scenario, connections, options.seconds));
      }
      for (const { name, perSecond, p50Ms, p99Ms, refused } of rounds.map(summarize))
        say(`| ${name} | ${connections} | ${perSecond} | ${p50Ms} | ${p99Ms} | ${refused} |`);
    }
  }
};

const measurePropagations = async (product: BenchProduct): Promise<void> => {
  say(
    '\n| from the answer to the other service | changes | p50 ms | p95 ms | slowest ms |\n|---|---|---|---|---|',
  );
  for (const { name, measureAll } of propagations) {
    const sorted = await measureAll(product);
    const shares = [0.5, 0.95, 1].map((share) => quantile(sorted, share));
    say(`| ${name} | ${sorted.length} | ${shares.join(' | ')} |`);
  }
};

/** Starts the product, fills it, measures and prints tables in Markdown. */
export const runBenchmarks = async (args: string[]): Promise<void> => {
  const options = readOptions(args);
  const product = await startProduct();
  try {
    say(await describeMachine(product, options));
    await measureScenarios(product, options);
    await measurePropagations(product);
  } finally {
    await product.stop();
  }
};
