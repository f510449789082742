// `npm run verify`: runs every check that CI runs.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bin, buildAll, checkNode, ensureInstalled, logProgress, root, run } from './prepare.mjs';

checkNode();
await ensureInstalled();

/** Workspaces with code. */
const workspaces = ['.', 'packages', 'infra']
  .flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(parent, name)))
  .filter(
    (folder) =>
      existsSync(join(root, folder, 'tsconfig.json')) &&
      ['src', 'tests'].some((sources) => existsSync(join(root, folder, sources))),
  );

const checks = [
  ['format, lint, import directions', bin('biome'), ['ci', '--diagnostic-level=warn', '.']],
  ['unused code and dependencies', bin('knip'), []],
  ['linear regular expressions', process.execPath, [join(root, 'infra/local/check-regular-expressions.mjs')]],
  ['circles of folders', process.execPath, [join(root, 'infra/local/check-rooms.mjs')]],
  ...workspaces.map((folder) => [`types of ${folder}`, bin('tsc'), ['--noEmit', '-p', folder]]),
];
const failedChecks = [];
for (const [name, command, args] of checks) {
  logProgress(name);
  if ((await run(command, args)) !== 0) failedChecks.push(name);
}

await buildAll();
const { formatResult, runTests } = await import('./run-tests.mjs');
const { passed, failed, failures } = await runTests();
if (failedChecks.length > 0) process.stdout.write(`Failed checks: ${failedChecks.join('; ')}\n`);
process.stdout.write(formatResult({ passed, failed: failed + failedChecks.length, failures }));
process.exit(failed === 0 && failedChecks.length === 0 ? 0 : 1);
