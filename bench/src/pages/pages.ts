import { parseArgs } from 'node:util';
import { call, startProduct } from '../product';
import { printLine } from '../report';
import { measurePage, type PageResult } from './lighthouse';

const columns: readonly [title: string, key: keyof PageResult, digits: number][] = [
  ['performance', 'performance', 0],
  ['largest paint ms', 'largestPaintMs', 0],
  ['first paint ms', 'firstPaintMs', 0],
  ['blocking ms', 'blockingMs', 0],
  ['requests', 'requests', 0],
  ['KB', 'transferredKb', 0],
  ['KB script', 'scriptKb', 0],
];

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

const formatRow = (name: string, results: PageResult[]): string => {
  const cells = columns.map(([, key, digits]) =>
    median(results.map((result) => result[key])).toFixed(digits),
  );
  return `| ${[`\`${name}\``, ...cells].join(' | ')} |`;
};

const submitTask = async (acme: string): Promise<number> => {
  const task = {
    title: 'Drukarka nie drukuje',
    description: 'Od rana drukuje tylko puste strony.',
    createdByEmail: 'gosc@example.com',
    workflowParameters: { '1': 'Usterka sprzętu', '2': 'Drukarka', '3': 'HP LaserJet, pokój 204' },
  };
  return (await call<{ publicTaskId: number }>('POST', `${acme}/api/tasks`, undefined, task)).publicTaskId;
};

/** Measures the three pages of a visitor and prints the median of each figure as a table. */
export const runPageBenchmarks = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '5' } } });
  const product = await startProduct();
  try {
    const number = await submitTask(product.acme);
    const pages = { '/submit-task': '/submit-task', '/login': '/login', '/task/{number}': `/task/${number}` };
    const results = new Map(Object.keys(pages).map((name) => [name, [] as PageResult[]]));
    // Pages take turns, so that the machine's changing speed affects all of them.
    for (let round = 0; round < Number(values.rounds); round++)
      for (const [name, path] of Object.entries(pages))
        results.get(name)?.push(await measurePage(`${product.acme}${path}`));
    printLine(`| page | ${columns.map(([title]) => title).join(' | ')} |`);
    printLine(`|---|${columns.map(() => '---|').join('')}`);
    for (const [name, measured] of results) printLine(formatRow(name, measured));
  } finally {
    await product.stop();
  }
};
