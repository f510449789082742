import { request } from 'node:http';
import { changedEvent } from '@obieg/contracts';
import type { FilledProduct } from './filled-product';
import { type Measured, measure, type Scenario, type Target } from './load';
import type { Options } from './options';
import { throughGateway } from './product';
import { printLine, printRow, printTableHeader, summarize } from './report';
import { describeScenarios } from './scenarios';

interface Listeners {
  /** Number of invalidations received by all listeners. */
  receivedCount(): number;
  close(): void;
}

const listen = ({ url, headers }: Target, onChanged: () => void): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const stream = request(`${url}/api/tasks/live`, { headers, agent: false });
    stream.on('response', (response) => {
      if (response.statusCode !== 200)
        return reject(new Error(`A stream was rejected with status ${response.statusCode}`));
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes(changedEvent)) onChanged();
      });
      // `close` aborts the response.
      response.on('error', () => {});
      resolve(() => stream.destroy());
    });
    stream.on('error', reject);
    stream.end();
  });

/** Opens event streams like pages with an open list. These listeners do not refetch. */
const openLists = async (target: Target, count: number): Promise<Listeners> => {
  let receivedCount = 0;
  const closings: (() => void)[] = [];
  const countEvent = (): void => {
    receivedCount += 1;
  };
  while (closings.length < count) closings.push(await listen(target, countEvent));
  return {
    receivedCount: () => receivedCount,
    close: () => {
      for (const close of closings) close();
    },
  };
};

const measureWithStreams = async (
  filled: FilledProduct,
  scenario: Scenario,
  connections: number,
  { listening, rounds, seconds }: Options,
): Promise<void> => {
  const withoutStreams: Measured[] = [];
  const withStreams: Measured[] = [];
  let receivedCount = 0;
  for (let round = 0; round < rounds; round++) {
    withoutStreams.push(await measure(scenario, connections, seconds));
    const lists = await openLists(throughGateway(filled.product, filled.token), listening);
    try {
      const named = { ...scenario, name: `${scenario.name}; ${listening} lists open` };
      withStreams.push(await measure(named, connections, seconds));
    } finally {
      receivedCount += lists.receivedCount();
      lists.close();
    }
  }
  for (const measured of [withoutStreams, withStreams]) printRow(summarize(measured));
  if (receivedCount === 0) throw new Error('No stream received an event.');
};

/** Measures the cost of event streams: submissions without and with them, in alternation. */
export const measureListening = async (filled: FilledProduct, options: Options): Promise<void> => {
  const submission = (await describeScenarios(filled)).flat().find(({ name }) => name === 'submission');
  if (!submission) throw new Error('The scenario "submission" is missing.');
  printLine(`\nWith ${options.listening} open pages of the list:`);
  printTableHeader();
  for (const connections of options.connections)
    await measureWithStreams(filled, submission, connections, options);
};
