// `npm run verify`: every check that a change must pass, the same locally and in CI.
import { bin, buildAll, checkNode, ensureInstalled, run, say } from './prepare.mjs';

checkNode();
await ensureInstalled();

const checks = [
  ['format, lint, import directions', bin('biome'), ['ci', '--diagnostic-level=warn', '.']],
  ['types', bin('turbo'), ['run', 'typecheck', '--output-logs=errors-only', '--log-order=grouped']],
  ['unused code', bin('knip'), []],
];
const failedChecks = [];
for (const [name, command, args] of checks) {
  say(name);
  if ((await run(command, args)) !== 0) failedChecks.push(name);
}

await buildAll();
const { closingLine, runTests } = await import('./run-tests.mjs');
const result = await runTests();
if (failedChecks.length > 0) process.stdout.write(`Failed checks: ${failedChecks.join('; ')}\n`);
process.stdout.write(closingLine(result));
process.exit(result.failed === 0 && failedChecks.length === 0 ? 0 : 1);
