// Runs every check that a change must pass; closes with `N passed, N failed`. The same locally and in CI.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = ['.', 'packages', 'infra'].flatMap((parent) =>
  readdirSync(parent).map((name) => join(parent, name)),
);
const programs = folders.filter(
  (folder) => existsSync(join(folder, 'tsconfig.json')) && existsSync(join(folder, 'src')),
);

/** Runs one check, showing what it prints; answers whether it passed. */
const passes = (title, command, args) => {
  const startedAt = Date.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  process.stdout.write(
    `${status === 0 ? 'ok    ' : 'FAILED'} ${title} (${Math.round((Date.now() - startedAt) / 1_000)} s)\n`,
  );
  return status === 0;
};

const checks = [
  passes('format, lint, import directions', 'npx', ['biome', 'ci', '--diagnostic-level=warn', '.']),
  ...programs.map((folder) => passes(`types of ${folder}`, 'npx', ['tsc', '--noEmit', '-p', folder])),
];

const folder = mkdtempSync(join(tmpdir(), 'obieg-verify-'));
const report = join(folder, 'vitest.json');
const testsPass = passes('tests', 'npx', [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
]);
const { numPassedTests = 0, numFailedTests = 0 } = existsSync(report)
  ? JSON.parse(readFileSync(report, 'utf8'))
  : {};
rmSync(folder, { recursive: true, force: true });

const failedChecks = checks.filter((isPassed) => !isPassed).length;
// A run that broke off before its tests were counted is a failure too.
const failed = failedChecks + Math.max(numFailedTests, testsPass ? 0 : 1);
process.stdout.write(`${checks.length - failedChecks + numPassedTests} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
