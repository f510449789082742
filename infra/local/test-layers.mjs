// `node infra/local/test-layers.mjs`: what each layer of tests proved in the last `npm test`, as a Markdown table.
import { relative } from 'node:path';
import { exitWithMessage, root } from './prepare.mjs';
import { listSpecs, readReport } from './test-reports.mjs';

/** A file belongs to the first layer whose pattern matches its path. */
const layers = [
  {
    name: 'product',
    path: /^infra\/[^/]+\/test\//,
    proves: 'starts, outages, updates and backups of a product',
  },
  {
    name: 'service',
    path: /^(?:svc-[^/]+|gateway|packages\/service-kit)\//,
    proves: 'rules of the server, over HTTP with PostgreSQL and NATS',
  },
  {
    name: 'component',
    path: /^(?:mf-[^/]+|shell|packages\/(?:ui|web-kit))\//,
    proves: 'texts, validation and failures of one screen',
  },
  { name: 'unit', path: /^(?:packages|infra)\//, proves: 'pure code and tools' },
  { name: 'journey', path: /^e2e\//, proves: 'that the parts work together, and what only a browser does' },
];

/** Each test that ran, with the path of its file and its duration, without set-up of the file. */
const listTests = () => {
  const reports = ['vitest', 'products', 'playwright'].map(readReport);
  const [vitest, products, journeys] = reports;
  if (reports.some((report) => report === undefined)) exitWithMessage('Run `npm test` first.');
  const unitTests = [vitest, products].flatMap(({ testResults }) =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => ['passed', 'failed'].includes(status))
        .map(({ duration = 0 }) => ({ path: relative(root, name), durationMs: duration })),
    ),
  );
  const journeyTests = listSpecs(journeys.suites).flatMap(({ tests }) =>
    tests.flatMap(({ results }) =>
      results.map(({ duration }) => ({ path: 'e2e/tests', durationMs: duration })),
    ),
  );
  return [...unitTests, ...journeyTests];
};

const tests = listTests();
const layerOf = ({ path }) => layers.find((layer) => layer.path.test(path));
const rows = [...layers].reverse().map(({ name, proves }) => {
  const own = tests.filter((test) => layerOf(test)?.name === name);
  const seconds = Math.round(own.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000);
  return `| ${name} | ${proves} | ${own.length} | ${seconds} |`;
});
process.stdout.write(['| layer | proves | tests | seconds |', '|---|---|---|---|', ...rows, ''].join('\n'));
