// Runs all tests and counts them from the reports of both runners, which work beside each other.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { bin, root, run, say } from './prepare.mjs';

/** Far more than a run takes, so that one that hangs ends in time to say what it hung in. */
const limitMs = 60 * 60_000;
/** The journeys take their turn in the browser: one core is theirs. */
const vitestWorkers = Math.max(1, availableParallelism() - 1);
const standstillReporter = join(root, 'infra/local/standstill-reporter.mjs');

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** A runner that broke off, or failed without a failing test, counts as one failure. */
const count = (code, passed = 0, failed = 0) => ({
  passed,
  failed: code === 0 ? failed : Math.max(failed, 1),
});

const runVitest = async (folder) => {
  const file = join(folder, 'vitest.json');
  const reporters = ['default', 'json', standstillReporter].map((name) => `--reporter=${name}`);
  const args = ['run', ...reporters, `--outputFile.json=${file}`, `--maxWorkers=${vitestWorkers}`];
  const code = await run(bin('vitest'), args, { label: 'vitest    ', limitMs });
  const report = readReport(file);
  return count(code, report?.numPassedTests, report?.numFailedTests);
};

const runPlaywright = async (folder, chromium) => {
  const file = join(folder, 'playwright.json');
  const code = await run(bin('playwright'), ['test', '--config', join(root, 'e2e/playwright.config.ts')], {
    label: 'playwright',
    limitMs,
    env: { CHROMIUM_PATH: chromium, E2E_REPORT: file },
  });
  const { expected, flaky, unexpected } = readReport(file)?.stats ?? {};
  return count(code, expected, (unexpected ?? 0) + (flaky ?? 0));
};

/** Runs everything, also after a failure; answers how many tests passed and failed. */
export const runTests = async () => {
  const hasJourneys = existsSync(join(root, 'e2e/playwright.config.ts'));
  const chromium = hasJourneys ? await ensureChromium() : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'obieg-reports-'));
  try {
    say('unit and service tests (Vitest), browser tests (Playwright)');
    const runs = [runVitest(folder), ...(hasJourneys ? [runPlaywright(folder, chromium)] : [])];
    const results = await Promise.all(runs);
    return {
      passed: results.reduce((sum, { passed }) => sum + passed, 0),
      failed: results.reduce((sum, { failed }) => sum + failed, 0),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The closing line of every run. */
export const closingLine = ({ passed, failed }) => `${passed} passed, ${failed} failed\n`;
