import { Agent } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type FilledProduct, startFilled } from '../filled-product';
import { ourProcessIds } from '../product';
import { waitForQueues } from '../queues';
import { median, printLine } from '../report';
import { preciseCpuMs } from '../resources';
import { type Attacker, createAttacker } from './attacker';
import { type Attack, describeAttacks } from './attacks';
import { measureClient, type OtherClient } from './other-clients';
import { describeOtherClients, prepareSite } from './people';
import { type PreparedRequest, sendPrepared } from './send';

interface Options {
  rounds: number;
  seconds: number;
  tasks: number;
  /** Numbers of attacking addresses or users. */
  attackers: number[];
  only: string;
}

const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '6' },
      seconds: { type: 'string', default: '2' },
      tasks: { type: 'string', default: '20000' },
      attackers: { type: 'string', default: '1,20' },
      only: { type: 'string', default: '' },
    },
  });
  return {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    tasks: Number(values.tasks),
    attackers: values.attackers.split(',').map(Number),
    only: values.only,
  };
};

/**
 * The attacker limits itself to the default limits, and the product accepts 50 times as many requests. So one user can
 * send what several may, and the other clients can be measured often.
 */
const scaleOfLimits = 50;
const bulkTasksPerMinute = 2_000;
const environment: NodeJS.ProcessEnv = {
  RATE_LIMIT_SCALE: String(scaleOfLimits),
  BULK_TASKS_PER_MINUTE: String(bulkTasksPerMinute * scaleOfLimits),
  TRUSTED_PROXIES: '127.0.0.1',
};

/** Concurrent calls of a user (docs/reference/settings.md). */
const connectionsPerAttacker = 64;
const connectionsMax = 256;

const kinds = ['quiet', 'plain', 'attack'] as const;
type Kind = (typeof kinds)[number];
/** Milliseconds of the visits of each client, by round. */
type Visits = Record<Kind, number[][]>;

interface Bench {
  filled: FilledProduct;
  port: number;
  clients: readonly OtherClient[];
  options: Options;
}

const settle = ({ filled: { product } }: Bench): Promise<void> => waitForQueues(product.tasksDatabase);

/** Lets the attack reach the services before the clients are measured. */
const leadMs = 200;

const measurePhase = async (
  bench: Bench,
  attacker: Attacker | undefined,
  visits: readonly number[][][],
): Promise<string> => {
  attacker?.start();
  await setTimeout(leadMs);
  const { port, clients, options } = bench;
  await Promise.all(
    clients.map(async (client, index) => {
      visits[index]?.push(await measureClient(port, client, options.seconds));
    }),
  );
  const statuses = (await attacker?.stop()) ?? {};
  await settle(bench);
  return Object.keys(statuses).join(', ');
};

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

/** Median of the rounds' ratios of medians, so that a slow minute of the machine affects both sides. */
const ratioOf = (visits: Visits, kind: Kind): string =>
  median(visits[kind].map((round, index) => median(round) / median(visits.quiet[index] ?? []))).toFixed(2);

const printClient = (title: string, { name }: OtherClient, visits: Visits): void => {
  const figures = kinds.flatMap((kind) => {
    const all = visits[kind].flat();
    return [quantile(all, 0.5).toFixed(0), quantile(all, 0.95).toFixed(0)];
  });
  printLine(
    `| ${title} | ${name} | ${figures.join(' | ')} | ${ratioOf(visits, 'plain')} | ${ratioOf(visits, 'attack')} |`,
  );
};

const measureAttack = async (bench: Bench, { name, ...attack }: Attack, attackers: number): Promise<void> => {
  const { port, clients, options } = bench;
  const perSecond = (attack.perMinute * attackers) / 60;
  const connections = Math.min(connectionsMax, connectionsPerAttacker * attackers);
  const create = (requests: readonly PreparedRequest[]) =>
    createAttacker({ port, requests, perSecond, connections });
  const threads = {
    quiet: undefined,
    plain: await create(attack.plain),
    attack: await create(attack.requests),
  };
  const visits = clients.map((): Visits => ({ quiet: [], plain: [], attack: [] }));
  const statuses = { quiet: '', plain: '', attack: '' };
  try {
    for (let round = 0; round < options.rounds; round++)
      for (const kind of round % 2 === 0 ? kinds : [...kinds].reverse())
        statuses[kind] = await measurePhase(
          bench,
          threads[kind],
          visits.map((own) => own[kind]),
        );
  } finally {
    await threads.plain.close();
    await threads.attack.close();
  }
  const title = `${name}, ${perSecond.toFixed(1)}/s (${statuses.plain}; ${statuses.attack})`;
  for (const [index, client] of clients.entries()) {
    const own = visits[index];
    if (own) printClient(title, client, own);
  }
};

const costBatches = 3;
const requestsPerBatch = 4;

const listStatuses = (statuses: ReadonlySet<number>): string => [...statuses].join(', ');

/** Processor time of single requests, one after the other, with the work in the background. */
const measureCost = async (
  bench: Bench,
  { name, requests, plain, batch: batchSize = requestsPerBatch }: Attack,
): Promise<void> => {
  const { product } = bench.filled;
  const agent = new Agent({ keepAlive: true });
  const databaseId = product.obieg.pids()['postgres'] ?? 0;
  const read = () => [preciseCpuMs(ourProcessIds(product)), preciseCpuMs([databaseId])] as const;
  const statuses = { plain: new Set<number>(), attack: new Set<number>() };
  const costs = { plain: [[], []] as [number[], number[]], attack: [[], []] as [number[], number[]] };
  for (let batch = 0; batch < costBatches; batch++)
    for (const [kind, prepared] of [
      ['plain', plain],
      ['attack', requests],
    ] as const) {
      const before = read();
      for (let index = 0; index < batchSize; index++) {
        const request = prepared[(batch * batchSize + index) % prepared.length];
        if (request) statuses[kind].add(await sendPrepared(agent, bench.port, request));
      }
      await settle(bench);
      for (const [side, ms] of read().entries())
        costs[kind][side]?.push((ms - (before[side] ?? 0)) / batchSize);
    }
  agent.destroy();
  const figures = [costs.plain, costs.attack].flatMap((sides) => sides.map((all) => median(all).toFixed(1)));
  const answers = `${listStatuses(statuses.plain)}; ${listStatuses(statuses.attack)}`;
  printLine(`| ${name} (${answers}) | ${figures.join(' | ')} |`);
};

/** Starts the product, attacks it and prints tables of the other clients' times and of the processor time. */
export const measureAttacks = async (args: string[]): Promise<void> => {
  const options = readOptions(args);
  const filled = await startFilled(options.tasks, { env: environment });
  try {
    const { ports } = filled.product.obieg;
    const clients = await describeOtherClients(filled);
    const bench: Bench = { filled, port: ports.gateway, clients, options };
    const site = await prepareSite(filled);
    const attacks = describeAttacks(site).filter(({ name }) => name.includes(options.only));
    await settle(bench);
    for (const client of clients) await measureClient(ports.gateway, client, options.seconds);
    printLine(
      `${cpus().length} x ${cpus()[0]?.model}, load average ${loadavg()[0]?.toFixed(1)}; ` +
        `${options.tasks} tasks, ${options.rounds} rounds of ${options.seconds} s`,
    );
    for (const attackers of options.attackers) {
      printLine(
        `\n${attackers} attackers\n\n| attack (statuses) | client | quiet p50 ms | p95 | plain p50 | p95 | attack p50 | p95 | plain / quiet | attack / quiet |\n|---|---|---|---|---|---|---|---|---|---|`,
      );
      for (const attack of attacks) await measureAttack(bench, attack, attackers);
    }
    printLine(
      '\n| attack (statuses) | plain: CPU ms | PostgreSQL CPU ms | attack: CPU ms | PostgreSQL CPU ms |\n|---|---|---|---|---|',
    );
    for (const attack of attacks) await measureCost(bench, attack);
  } finally {
    await filled.product.stop();
  }
};
