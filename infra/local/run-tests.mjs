// Runs the tests of both runners side by side and counts them from their reports.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { bin, logProgress, root, run } from './prepare.mjs';
import { listJourneyFailures, listVitestFailures } from './test-failures.mjs';

/** Several times the duration of a run. Ends a run that hangs. */
const limitMs = 60 * 60_000;
/** More than cores: tests wait for databases, timers and processes a third of the time. */
const vitestWorkers = availableParallelism() + 1;
const hangingTestReporter = join(root, 'infra/local/hanging-test-reporter.mjs');

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

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

const runVitest = async (folder, selection) => {
  const file = join(folder, 'vitest.json');
  const reporters = ['default', 'json', hangingTestReporter].map((name) => `--reporter=${name}`);
  const args = [
    'run',
    ...selection,
    ...reporters,
    `--outputFile.json=${file}`,
    `--maxWorkers=${vitestWorkers}`,
  ];
  const code = await run(bin('vitest'), args, { label: 'vitest    ', limitMs });
  const report = readReport(file);
  return countTests(code, report?.numPassedTests, report?.numFailedTests, listVitestFailures(report));
};

const runPlaywright = async (folder, selection) => {
  const chromium = await ensureChromium();
  const file = join(folder, 'playwright.json');
  const args = ['test', '--config', join(root, 'e2e/playwright.config.ts'), ...selection];
  const code = await run(bin('playwright'), args, {
    label: 'playwright',
    limitMs,
    env: { CHROMIUM_PATH: chromium, E2E_REPORT: file },
  });
  const report = readReport(file);
  const { expected, flaky, unexpected } = report?.stats ?? {};
  return countTests(code, expected, (unexpected ?? 0) + (flaky ?? 0), listJourneyFailures(report));
};

/**
 * Runs Vitest and Playwright side by side.
 *
 * @param vitest arguments that select tests; none selects all
 * @param journeys parts of the names of journeys; none selects all, undefined skips Playwright
 * @returns numbers of passed and failed tests, and the texts of `test-failures.mjs` per failed test
 */
export const runTests = async ({ vitest = [], journeys = [] } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'obieg-reports-'));
  try {
    logProgress('running unit and service tests (Vitest) and journeys (Playwright)');
    const results = await Promise.all([
      runVitest(folder, vitest),
      ...(journeys ? [runPlaywright(folder, journeys)] : []),
    ]);
    return {
      passed: results.reduce((sum, { passed }) => sum + passed, 0),
      failed: results.reduce((sum, { failed }) => sum + failed, 0),
      failures: results.flatMap(({ failures }) => failures),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
