// `npm run test:changed [-- <git reference>]`: runs the tests that a change can affect.
import { execFileSync } from 'node:child_process';
import { buildAll, checkNode, ensureInstalled, logProgress, root } from './prepare.mjs';
import { selectJourneys } from './select-journeys.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Lists files that were committed since the reference, are uncommitted or untracked. */
const listChangedFiles = (reference) =>
  `${git('diff', '--name-only', reference)}\n${git('ls-files', '--others', '--exclude-standard')}`
    .split('\n')
    .filter((file) => file !== '');

checkNode();
await ensureInstalled();
const [reference = 'HEAD'] = process.argv.slice(2);
const files = listChangedFiles(reference);
if (files.length === 0) {
  logProgress(`nothing has changed since ${reference}; pass a git reference to compare with`);
  process.exit(0);
}
await buildAll();
const { formatResult, runTests } = await import('./run-tests.mjs');
const result = await runTests({
  vitest: ['--changed', reference, '--passWithNoTests'],
  journeys: selectJourneys(files),
});
process.stdout.write(formatResult(result));
process.exit(result.failed === 0 ? 0 : 1);
