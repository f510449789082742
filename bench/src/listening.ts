import { request } from 'node:http';
import { changedEvent } from '@obieg/contracts';
import type { FilledProduct } from './filled-product';
import { type Measured, measure, type Scenario, type Target } from './load';
import type { Options } from './options';
import { throughGateway } from './product';
import { say, sayRow, sayTableHead, summarize } from './report';
import { describeScenarios } from './scenarios';

interface Listeners {
  /** How often they were told that something changed, all together. */
  told(): number;
  close(): void;
}

const listen = ({ url, headers }: Target, onChanged: () => void): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const stream = request(`${url}/api/tasks/live`, { headers, agent: false });
    stream.on('response', (response) => {
      if (response.statusCode !== 200)
        return reject(new Error(`A stream is refused: ${response.statusCode}`));
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes(changedEvent)) onChanged();
      });
      // Closing cuts it off.
      response.on('error', () => {});
      resolve(() => stream.destroy());
    });
    stream.on('error', reject);
    stream.end();
  });

/** Pages that have the list open; they are told of changes, and here ask for nothing then. */
const openLists = async (target: Target, count: number): Promise<Listeners> => {
  let told = 0;
  const closings: (() => void)[] = [];
  const hear = (): void => {
    told += 1;
  };
  while (closings.length < count) closings.push(await listen(target, hear));
  return {
    told: () => told,
    close: () => {
      for (const close of closings) close();
    },
  };
};

const measureBeside = async (
  filled: FilledProduct,
  scenario: Scenario,
  connections: number,
  { listening, rounds, seconds }: Options,
): Promise<void> => {
  const alone: Measured[] = [];
  const beside: Measured[] = [];
  let told = 0;
  for (let round = 0; round < rounds; round++) {
    alone.push(await measure(scenario, connections, seconds));
    const lists = await openLists(throughGateway(filled.product, filled.token), listening);
    try {
      const named = { ...scenario, name: `${scenario.name}; ${listening} lists open` };
      beside.push(await measure(named, connections, seconds));
    } finally {
      told += lists.told();
      lists.close();
    }
  }
  for (const measured of [alone, beside]) sayRow(summarize(measured));
  if (told === 0) throw new Error('Nobody was told of any change.');
};

/** What it costs to tell open lists of changes: submissions without and with them, in turn. */
export const measureListening = async (filled: FilledProduct, options: Options): Promise<void> => {
  const submission = (await describeScenarios(filled)).flat().find(({ name }) => name === 'submission');
  if (!submission) throw new Error('There is no such scenario.');
  say(`\nWith ${options.listening} pages that have the list open:`);
  sayTableHead();
  for (const connections of options.connections)
    await measureBeside(filled, submission, connections, options);
};
