import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type FilledProduct, startFilled } from '../filled-product';
import { type Measured, measure, type Scenario, type Target, warmUp } from '../load';
import { call, throughGateway } from '../product';
import { printLine, printRow, printTableHeader, summarize } from '../report';
import { findRunnable, searches, taskParts } from '../scenarios';

/** A running product to compare with, filled as `peers/README.md` describes. */
interface Peer {
  name: string;
  target: Target;
  /** Paths of GET requests by operation. */
  paths: Record<Operation, string>;
}
type Operation = 'search, common word' | 'open a task';

/** Seconds before measuring, so that the code of each product is compiled. */
const warmUpSeconds = 10;
const tasks = 20_000;

/** Gives a task what the opened task of each peer has: two comments, two statuses and an assignment. */
const addActivity = async ({ product, token, taskIds }: FilledProduct): Promise<number> => {
  const [taskId = 0] = taskIds;
  const address = `${product.acme}/api/tasks/${taskId}`;
  const transitionId = await findRunnable(product.acme, token, taskId);
  await call('POST', `${address}/transition`, token, { transitionId, workflowParameters: {} });
  await call('POST', `${address}/assign`, token, { assignmentType: 'ASSIGN_TO_ME' });
  for (const content of ['Komentarz pomiarowy 1', 'Komentarz pomiarowy 2'])
    await call('POST', `${address}/comment`, token, { content });
  return taskId;
};

const describeObieg = async (filled: FilledProduct): Promise<Peer> => {
  const taskId = await addActivity(filled);
  return {
    name: 'Obieg',
    target: throughGateway(filled.product, filled.token),
    paths: {
      'search, common word': `/api/tasks?search=${searches(taskId)['common word']}`,
      'open a task': `/api/tasks/${taskId}?include=${taskParts}`,
    },
  };
};

const toScenario = ({ name, target, paths }: Peer, operation: Operation): Scenario => ({
  name: `${operation}; ${name}`,
  target,
  next: () => ({ method: 'GET', path: paths[operation] }),
});

/** Measures Obieg and running peers in turn. The arguments name a JSON file with the peers. */
export const comparePeers = async (args: string[]): Promise<void> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '8' },
    },
  });
  const [file = ''] = positionals;
  const peers = JSON.parse(readFileSync(file, 'utf8')) as Peer[];
  const filled = await startFilled(tasks);
  try {
    const all = [await describeObieg(filled), ...peers];
    const operations: Operation[] = ['search, common word', 'open a task'];
    const scenarios = operations.map((operation) => all.map((peer) => toScenario(peer, operation)));
    printLine(`load average at the start ${loadavg()[0]?.toFixed(1)}`);
    await warmUp(scenarios.flat(), warmUpSeconds);
    printTableHeader();
    for (const compared of scenarios) {
      const measured = compared.map((): Measured[] => []);
      for (let round = 0; round < Number(values.rounds); round++)
        for (const [index, scenario] of compared.entries())
          measured[index]?.push(await measure(scenario, Number(values.connections), Number(values.seconds)));
      for (const rounds of measured) printRow(summarize(rounds));
    }
  } finally {
    await filled.product.stop();
  }
};
