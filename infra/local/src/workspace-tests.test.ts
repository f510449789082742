import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from './paths';

/** Lists the files that `npm test -w <workspace>` runs. npm calls the script in the workspace's folder. */
const listTestFiles = async (workspace: string): Promise<string> => {
  const folder = join(repositoryRoot, workspace);
  const { name, scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const list = scripts.test.replace('vitest run', 'vitest list --filesOnly');
  const path = [join(repositoryRoot, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  // Without the variables of the Vitest that runs this test.
  const env = { PATH: path, HOME: process.env['HOME'], npm_package_name: name };
  return (await promisify(execFile)('sh', ['-c', list], { cwd: folder, env })).stdout;
};

describe('npm test -w', () => {
  it.each(['mf-auth', 'packages/workflow-rules'])('finds the tests of %s', async (workspace) => {
    expect(await listTestFiles(workspace)).toContain(`${workspace}/src/`);
  });
});
