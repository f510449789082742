// Runs the tests of both runners side by side and counts them from their reports.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { bin, logProgress, root, run } from './prepare.mjs';

/** Several times the duration of a run. Ends a run that hangs. */
const limitMs = 60 * 60_000;
/** Leaves one core for Playwright. */
const vitestWorkers = Math.max(1, availableParallelism() - 1);
const hangingTestReporter = join(root, 'infra/local/hanging-test-reporter.mjs');

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Counts a runner that failed without a failing test as one failure. */
const countTests = (code, passed = 0, failed = 0) => ({
  passed,
  failed: code === 0 ? failed : Math.max(failed, 1),
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
  return countTests(code, report?.numPassedTests, report?.numFailedTests);
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
  const { expected, flaky, unexpected } = readReport(file)?.stats ?? {};
  return countTests(code, expected, (unexpected ?? 0) + (flaky ?? 0));
};

/**
 * Runs Vitest and Playwright side by side.
 *
 * @param vitest arguments that select tests; none selects all
 * @param journeys parts of the names of journeys; none selects all, undefined skips Playwright
 * @returns numbers of passed and failed tests
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
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Formats the last line of every run. */
export const formatResult = ({ passed, failed }) => `${passed} passed, ${failed} failed\n`;
