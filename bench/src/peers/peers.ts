import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureBackgrounds } from '../background';
import { type FilledProduct, startFilled } from '../filled-product';
import { type Background, type Measured, measure, type Request, type Scenario, type Target } from '../load';
import { call, throughGateway } from '../product';
import { printLine, printRow, printTableHeader, summarize } from '../report';
import { describeScenarios, findRunnable, taskParts } from '../scenarios';

/** Operations, each with the scenario of Obieg that it is compared with. */
const operations = {
  create: 'submission',
  comment: 'comment, each on another task',
  transition: 'transition, each on another task',
  'open a task': undefined,
  'search, common word': 'search, common word',
  'list, assigned to me': 'list, assigned to me, first page',
} as const;
type Operation = keyof typeof operations;

/** A running product to compare with, filled as `peers/README.md` describes. */
interface Peer {
  name: string;
  target: Target;
  /** `{task}` in a request is the next number from 1 to 20,000; `{task:20}` has as many digits. */
  requests: Partial<Record<Operation, Request>>;
}

interface Side {
  name: string;
  scenarios: Partial<Record<Operation, Scenario>>;
  background?: Background;
}

const tasks = 20_000;

/** Gives a task what the opened task of each peer has: two comments, two statuses and an assignment. */
const addActivity = async ({ product, token, taskIds }: FilledProduct): Promise<number> => {
  const taskId = taskIds.at(-1) ?? 0;
  const address = `${product.acme}/api/tasks/${taskId}`;
  const transitionId = await findRunnable(product.acme, token, taskId);
  await call('POST', `${address}/transition`, token, { transitionId, workflowParameters: {} });
  await call('POST', `${address}/assign`, token, { assignmentType: 'ASSIGN_TO_ME' });
  for (const content of ['Komentarz pomiarowy 1', 'Komentarz pomiarowy 2'])
    await call('POST', `${address}/comment`, token, { content });
  return taskId;
};

const operationNames = Object.keys(operations) as Operation[];

const describeObieg = async (filled: FilledProduct): Promise<Side> => {
  const taskId = await addActivity(filled);
  const described = (await describeScenarios(filled)).flat();
  const openTask: Scenario = {
    name: 'open a task',
    target: throughGateway(filled.product, filled.token),
    next: () => ({ method: 'GET', path: `/api/tasks/${taskId}?include=${taskParts}` }),
  };
  const find = (operation: Operation): Scenario =>
    described.find(({ name }) => name === operations[operation]) ?? openTask;
  return {
    name: 'Obieg',
    scenarios: Object.fromEntries(operationNames.map((operation) => [operation, find(operation)])),
    background: (await measureBackgrounds([filled]))(filled),
  };
};

const describePeer = ({ name, target, requests }: Peer): Side => {
  let taken = 0;
  const scenarioOf = (operation: string, request: Request): Scenario => {
    const template = JSON.stringify(request);
    return {
      name: operation,
      target,
      next: () => {
        const task = String((taken++ % tasks) + 1);
        const text = template.replaceAll(/\{task(?::(\d+))?\}/g, (_, digits) =>
          task.padStart(Number(digits ?? 0), '0'),
        );
        return JSON.parse(text) as Request;
      },
    };
  };
  return {
    name,
    scenarios: Object.fromEntries(
      Object.entries(requests).map(([operation, request]) => [operation, scenarioOf(operation, request)]),
    ),
  };
};

interface Options {
  /** Requests of a round, which a product first receives once without being measured. */
  requests: number;
  rounds: number;
  connections: number;
}

const compareOperation = async (
  operation: Operation,
  sides: readonly Side[],
  { requests, rounds, connections }: Options,
): Promise<void> => {
  const compared = sides.flatMap(({ name, scenarios, background }) => {
    const scenario = scenarios[operation];
    return scenario ? [{ scenario: { ...scenario, name: `${operation}; ${name}` }, background }] : [];
  });
  const measured = compared.map((): Measured[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, { scenario, background }] of compared.entries())
      measured[index]?.push(await measure(scenario, connections, { amount: requests }, background));
  for (const measurements of measured) printRow(summarize(measurements));
};

/** Measures Obieg and running peers in turn. The arguments name a JSON file with the peers. */
export const comparePeers = async (args: string[]): Promise<void> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      requests: { type: 'string', default: '500' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '8' },
      only: { type: 'string', default: '' },
    },
  });
  const [file = ''] = positionals;
  const peers = JSON.parse(readFileSync(file, 'utf8')) as Peer[];
  const filled = await startFilled(tasks);
  try {
    const sides = [await describeObieg(filled), ...peers.map(describePeer)];
    printLine(`${cpus().length} x ${cpus()[0]?.model}, load average ${loadavg()[0]?.toFixed(1)}`);
    printTableHeader();
    const options = {
      requests: Number(values.requests),
      rounds: Number(values.rounds),
      connections: Number(values.connections),
    };
    for (const operation of operationNames.filter((name) => name.includes(values.only)))
      await compareOperation(operation, sides, options);
  } finally {
    await filled.product.stop();
  }
};
