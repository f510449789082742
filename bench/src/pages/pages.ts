import { parseArgs } from 'node:util';
import { call, startProduct } from '../product';
import { printLine } from '../report';
import { measureQuestion, type QuestionResult, type VisitorPage } from './first-question';
import { measurePage, type PageResult } from './lighthouse';

type Column<Result> = readonly [title: string, key: keyof Result, digits: number];

const questionColumns: readonly Column<QuestionResult>[] = [
  ['on the screen ms', 'shownMs', 0],
  ['answers a tap ms', 'answeredMs', 0],
  ['blocking ms', 'blockingMs', 0],
  ['layout shift', 'layoutShift', 3],
];

const lighthouseColumns: readonly Column<PageResult>[] = [
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

const printTable = <Result extends Record<keyof Result, number>>(
  columns: readonly Column<Result>[],
  results: ReadonlyMap<string, readonly Result[]>,
): void => {
  printLine(`| page | ${columns.map(([title]) => title).join(' | ')} |`);
  printLine(`|---|${columns.map(() => '---|').join('')}`);
  for (const [name, measured] of results) {
    const cells = columns.map(([, key, digits]) =>
      median(measured.map((result) => result[key])).toFixed(digits),
    );
    printLine(`| ${[`\`${name}\``, ...cells].join(' | ')} |`);
  }
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

const describePages = (taskNumber: number): Record<string, VisitorPage> => ({
  '/submit-task': {
    path: '/submit-task',
    content: 'main ul button',
    act: (page) => page.locator('main ul button').first().tap(),
    // The chip of the given answer.
    effect: 'main ul button:has(> .ob-visually-hidden)',
  },
  '/login': {
    path: '/login',
    content: 'main input',
    act: async (page) => page.locator('main input').first().fill('olga'),
    effect: 'main button[type="submit"]:enabled',
  },
  '/task/{number}': {
    path: `/task/${taskNumber}`,
    content: 'main h1:not(.ob-visually-hidden)',
    act: (page) => page.locator('header button').first().tap(),
    effect: 'dialog[open]',
  },
});

/** Pages take turns, so that the machine's changing speed affects all of them. */
const measureInTurns = async <Result>(
  rounds: number,
  pages: Record<string, VisitorPage>,
  measure: (page: VisitorPage) => Promise<Result>,
): Promise<ReadonlyMap<string, readonly Result[]>> => {
  const results = new Map(Object.keys(pages).map((name) => [name, [] as Result[]]));
  for (let round = 0; round < rounds; round++)
    for (const [name, page] of Object.entries(pages)) results.get(name)?.push(await measure(page));
  return results;
};

/** Measures the three pages of a visitor and prints the median of each figure. */
export const runPageBenchmarks = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      'no-lighthouse': { type: 'boolean', default: false },
    },
  });
  const rounds = Number(values.rounds);
  const product = await startProduct();
  try {
    const pages = describePages(await submitTask(product.acme));
    printTable(
      questionColumns,
      await measureInTurns(rounds, pages, (page) => measureQuestion(product.acme, page)),
    );
    if (values['no-lighthouse']) return;
    printTable(
      lighthouseColumns,
      await measureInTurns(rounds, pages, ({ path }) => measurePage(product.acme + path)),
    );
  } finally {
    await product.stop();
  }
};
