// `npm run test:changed [-- <git reference>]`: runs the tests that a change can affect.
import { execFileSync } from 'node:child_process';
import { buildAll, checkNode, ensureInstalled, logProgress, root } from './prepare.mjs';

/** Journeys that use a workspace, by parts of their names. A change anywhere else can affect all journeys. */
const journeysOfWorkspace = {
  'mf-auth': ['people-sign-in', 'account', 'submit-files', 'reporter-mail', 'hand-over', 'main-job'],
  'mf-admin': ['people-', 'workflow-', 'screens', 'main-job'],
  'mf-tasks': ['task-', 'submit-', 'my-submissions', 'attachments', 'live', 'keyboard-job', 'main-job'],
  'svc-identity': ['people-', 'account', 'submit-files', 'hand-over', 'hostile-input', 'main-job'],
  'svc-workflow': ['workflow-', 'submit-', 'hostile-input', 'nats-down', 'main-job'],
  'svc-tasks': [
    'task-',
    'submit-',
    'my-submissions',
    'attachments',
    'live',
    'hostile-input',
    'nats-down',
    'main-job',
  ],
};

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Lists files that were committed since the reference, are uncommitted or untracked. */
const listChangedFiles = (reference) =>
  `${git('diff', '--name-only', reference)}\n${git('ls-files', '--others', '--exclude-standard')}`
    .split('\n')
    .filter((file) => file !== '');

/** @returns undefined if no journey is affected; an empty list if all are */
const selectJourneys = (files) => {
  const selected = new Set();
  for (const file of files) {
    if (file.endsWith('.md') || /\.test\.tsx?$/.test(file)) continue;
    const journey = /^e2e\/tests\/(.+)\.spec\.ts$/.exec(file)?.[1];
    const names = journey ? [journey] : journeysOfWorkspace[file.split('/')[0]];
    if (!names) return [];
    for (const name of names) selected.add(name);
  }
  return selected.size > 0 ? [...selected] : undefined;
};

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
