import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type FilledProduct, startFilled } from '../filled-product';
import { type Scenario, sendRequests } from '../load';
import { throughGateway, withoutLimits } from '../product';
import { waitForQueues } from '../queues';
import { printLine } from '../report';
import { cpuMs } from '../resources';
import { describeScenarios } from '../scenarios';
import { profile, profiledEnv } from './cpu-profile';
import { countPackets } from './packets';
import { countStatements, readStatements, resetStatements } from './statements';

const writes = ['submission', 'transition', 'comment', 'edit'];

/** Writes that the other tables do not contain. */
const describeFurther = ({ product, token, taskIds }: FilledProduct): Scenario[] => {
  const target = throughGateway(product, token);
  const onEachTask = (name: string, request: (path: string) => ReturnType<Scenario['next']>): Scenario => {
    let taken = 0;
    return { name, target, next: () => request(`/api/tasks/${taskIds[taken++ % taskIds.length]}`) };
  };
  return [
    onEachTask('assignment', (path) => ({
      method: 'POST',
      path: `${path}/assign`,
      body: { assignmentType: 'ASSIGN_TO_ME' },
    })),
    onEachTask('upload of 1 KB', (path) => ({
      method: 'POST',
      path: `${path}/attachments`,
      file: { name: 'pomiar.txt', content: 'pomiar '.repeat(146) },
    })),
  ];
};

type Figures = Map<string, number>;

const processNames = ['gateway', 'svc-identity', 'svc-workflow', 'svc-tasks', 'nats', 'postgres'];

const readProcesses = ({ product }: FilledProduct): Figures => {
  const pids = product.obieg.pids();
  return new Map(processNames.map((name) => [name, cpuMs([pids[name] ?? 0])]));
};

const subtract = (after: Figures, before: Figures): Figures =>
  new Map([...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)]));

const idleSeconds = 10;

/** Processor time per second of the idle product. */
const measureIdle = async (filled: FilledProduct): Promise<Figures> => {
  const before = readProcesses(filled);
  await setTimeout(idleSeconds * 1_000);
  const used = subtract(readProcesses(filled), before);
  return new Map([...used].map(([name, ms]) => [name, ms / idleSeconds]));
};

interface Options {
  requests: number;
  connections: number;
}

const run = async (filled: FilledProduct, scenario: Scenario, { requests, connections }: Options) => {
  const { non2xx, errors } = await sendRequests(scenario, connections, { amount: requests });
  if (non2xx + errors > 0) throw new Error(`${scenario.name}: ${non2xx + errors} requests failed`);
  await waitForQueues(filled.product.tasksDatabase);
};

/** @returns processor time per request by process, without what the idle product does */
const measureProcesses = async (
  filled: FilledProduct,
  scenario: Scenario,
  options: Options,
  idle: Figures,
): Promise<Figures> => {
  const before = readProcesses(filled);
  const startedAt = performance.now();
  await run(filled, scenario, options);
  const seconds = (performance.now() - startedAt) / 1_000;
  const used = subtract(readProcesses(filled), before);
  return new Map(
    [...used].map(([name, ms]) => [name, (ms - seconds * (idle.get(name) ?? 0)) / options.requests]),
  );
};

const printFigures = (title: string, name: string, figures: Figures, requests = 1): void => {
  const cells = [...figures]
    .sort(([, one], [, other]) => other - one)
    .map(([part, value]) => `${part} ${(value / requests).toFixed(2)}`);
  printLine(`| ${name} | ${title} | ${cells.join(', ')} |`);
};

/** On a busy machine, the profile and PostgreSQL count waiting, too, so that only their shares are comparable. */
const toShares = (figures: Figures): Figures => {
  const total = [...figures.values()].reduce((sum, value) => sum + value, 0);
  return new Map([...figures].map(([name, value]) => [name, (value / total) * 100]));
};

const measureScenario = async (
  filled: FilledProduct,
  scenario: Scenario,
  options: Options,
  { folder, idle }: { folder: string; idle: Figures },
): Promise<void> => {
  const { tasksDatabase, obieg } = filled.product;
  const { name } = scenario;
  const { requests } = options;
  await run(filled, scenario, options);
  printFigures('processor time, ms', name, await measureProcesses(filled, scenario, options, idle));
  await resetStatements(tasksDatabase);
  const pid = obieg.pids()['svc-tasks'] ?? 0;
  const profiled = await profile(folder, pid, () => run(filled, scenario, options));
  printFigures('svc-tasks, %', name, toShares(profiled));
  const statements = await readStatements(tasksDatabase);
  const column = (value: 'count' | 'ms'): Figures =>
    new Map([...statements].map(([part, use]) => [part, use[value]]));
  printFigures('statements', name, column('count'), requests);
  printFigures('PostgreSQL, % of statements', name, toShares(column('ms')));
  const packets = await countPackets(obieg.pids()['postgres'] ?? 0, () => run(filled, scenario, options));
  printFigures('packets of PostgreSQL', name, packets, requests);
};

/** Divides the cost of each write by process, and that of svc-tasks and PostgreSQL by part. */
export const measureParts = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '1000' },
      connections: { type: 'string', default: '8' },
      tasks: { type: 'string', default: '10000' },
      only: { type: 'string', default: '' },
    },
  });
  const options = { requests: Number(values.requests), connections: Number(values.connections) };
  const folder = mkdtempSync(join(tmpdir(), 'obieg-bench-profiles-'));
  const filled = await startFilled(Number(values.tasks), {
    env: { ...withoutLimits, ...profiledEnv(folder) },
    prepare: countStatements,
  });
  try {
    const described = (await describeScenarios(filled)).flat();
    const scenarios = [
      ...writes.flatMap((write) => described.find(({ name }) => name.startsWith(write)) ?? []),
      ...describeFurther(filled),
    ].filter(({ name }) => name.includes(values.only));
    await waitForQueues(filled.product.tasksDatabase);
    const idle = await measureIdle(filled);
    printLine(`${cpus()[0]?.model}, load average ${loadavg()[0]?.toFixed(1)}`);
    printFigures('idle, ms per second', 'none', idle);
    for (const scenario of scenarios) await measureScenario(filled, scenario, options, { folder, idle });
  } finally {
    await filled.product.stop();
    rmSync(folder, { recursive: true });
  }
};
