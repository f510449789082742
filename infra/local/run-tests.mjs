// Runs the tests of both runners side by side and counts them from their reports.
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { bin, logProgress, root, run } from './prepare.mjs';
import { listJourneyFailures, listVitestFailures } from './test-failures.mjs';
import { readReport, reportFile, reportsFolder } from './test-reports.mjs';

/** Several times the duration of a run. Ends a run that hangs. */
const limitMs = 60 * 60_000;
/** More than cores: tests wait for databases, timers and processes a third of the time. */
const vitestWorkers = availableParallelism() + 1;
/**
 * The projects whose tests start whole products, and all others. Products run after the journeys, beside the others:
 * with all three at once, two cores were too slow for products that replace each other. Each test file with a product
 * uses free ports and data of its own.
 */
const productProjects = ['--project=product', '--project=backup'];
const otherProjects = ['--project=@obieg/*'];
const productWorkers = 2;
const hangingTestReporter = join(root, 'infra/local/hanging-test-reporter.mjs');

/**
 * Counts a runner that failed without a failing test as one failure.
 *
 * @param failures the texts of `test-failures.mjs` per failed test
 */
const countTests = (code, passed = 0, failed = 0, failures = []) => ({
  passed,
  failed: code === 0 ? failed : Math.max(failed, 1),
  failures,
});

const runVitest = async (name, workers, selection) => {
  const reporters = ['default', 'json', hangingTestReporter].map((name) => `--reporter=${name}`);
  const args = [
    'run',
    ...selection,
    ...reporters,
    `--outputFile.json=${reportFile(name)}`,
    `--maxWorkers=${workers}`,
  ];
  const code = await run(bin('vitest'), args, { label: name.padEnd('playwright'.length), limitMs });
  const report = readReport(name);
  return countTests(code, report?.numPassedTests, report?.numFailedTests, listVitestFailures(report));
};

const runPlaywright = async (selection) => {
  const chromium = await ensureChromium();
  const args = ['test', '--config', join(root, 'e2e/playwright.config.ts'), ...selection];
  const code = await run(bin('playwright'), args, {
    label: 'playwright',
    limitMs,
    env: { CHROMIUM_PATH: chromium, E2E_REPORT: reportFile('playwright') },
  });
  const report = readReport('playwright');
  const { expected, flaky, unexpected } = report?.stats ?? {};
  return countTests(code, expected, (unexpected ?? 0) + (flaky ?? 0), listJourneyFailures(report));
};

/**
 * Runs Vitest and Playwright side by side. Leaves their reports for `test-layers.mjs`.
 *
 * @param vitest arguments that select tests; none selects all
 * @param journeys parts of the names of journeys; none selects all, undefined skips Playwright
 * @returns numbers of passed and failed tests, and the texts of `test-failures.mjs` per failed test
 */
export const runTests = async ({ vitest = [], journeys = [] } = {}) => {
  rmSync(reportsFolder, { recursive: true, force: true });
  mkdirSync(reportsFolder, { recursive: true });
  logProgress('running unit and service tests (Vitest) and journeys (Playwright)');
  const runProducts = async () => [
    ...(journeys ? [await runPlaywright(journeys)] : []),
    await runVitest('products', productWorkers, [...vitest, ...productProjects]),
  ];
  const [others, products] = await Promise.all([
    runVitest('vitest', vitestWorkers, [...vitest, ...otherProjects]),
    runProducts(),
  ]);
  const results = [others, ...products];
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    failures: results.flatMap(({ failures }) => failures),
  };
};

/**
 * Formats the end of every run: the failed tests, whose output may be thousands of lines above, and the counts. The
 * errors of all tests come last, because a log may show only its last lines.
 */
export const formatResult = ({ passed, failed, failures = [] }) =>
  [
    ...failures.map(({ details }) => details).filter(Boolean),
    ...failures.map(({ summary }) => summary),
    `${passed} passed, ${failed} failed\n`,
  ].join('\n');
