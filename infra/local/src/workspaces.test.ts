import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { selectJourneys } from '../select-journeys.mjs';
import { repositoryRoot } from './paths';

const read = (path: string) =>
  JSON.parse(readFileSync(path, 'utf8')) as {
    name?: string;
    workspaces?: string[];
    scripts?: Record<string, string>;
  };

/** Folders that match a pattern of npm with one `*` in its last part. */
const listFolders = (pattern: string): string[] => {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return [pattern];
  const parent = start.endsWith('/') ? start : dirname(start);
  const prefix = start.endsWith('/') ? '' : basename(start);
  return readdirSync(join(repositoryRoot, parent))
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(parent, name));
};

const folders = (read(join(repositoryRoot, 'package.json')).workspaces ?? [])
  .flatMap(listFolders)
  .filter((folder) => existsSync(join(repositoryRoot, folder, 'package.json')));

/** Lists the files that `npm test -w <folder>` runs. npm calls the script in the workspace's folder. */
const listTestFiles = async (folder: string): Promise<string> => {
  const cwd = join(repositoryRoot, folder);
  const { name, scripts } = read(join(cwd, 'package.json'));
  const list = (scripts?.['test'] ?? '').replace('vitest run', 'vitest list --filesOnly');
  const path = [join(repositoryRoot, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  // Without the variables of the Vitest that runs this test.
  const env = { PATH: path, HOME: process.env['HOME'], npm_package_name: name };
  return (await promisify(execFile)('sh', ['-c', list], { cwd, env })).stdout;
};

describe('workspaces', () => {
  it('run their tests with the configuration of the repository', () => {
    const roots = folders.flatMap((folder) => {
      const { scripts } = read(join(repositoryRoot, folder, 'package.json'));
      const [, root] = /--root (\S+)/.exec(scripts?.['test'] ?? '') ?? [];
      return root === undefined ? [] : [[folder, resolve(repositoryRoot, folder, root)]];
    });
    expect(roots.length).toBeGreaterThan(15);
    for (const [folder, root] of roots) expect([folder, root]).toEqual([folder, repositoryRoot]);
  });

  it.each(['mf-auth', 'packages/workflow-rules'])(
    'find their own tests by npm test -w: %s',
    async (folder) => {
      expect(await listTestFiles(folder)).toContain(`${folder}/src/`);
    },
  );
});

describe('remotes', () => {
  const remotes = folders.filter((folder) => folder.startsWith('mf-'));

  it.each(remotes)('%s makes its query keys with ownKey or sharedKeys', (remote) => {
    const sources = readdirSync(join(repositoryRoot, remote, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => [name, readFileSync(join(repositoryRoot, remote, 'src', name), 'utf8')] as const);
    const handWritten = sources.filter(([, text]) => /queryKey: \[(?!\.\.\.)/.test(text));
    expect(handWritten.map(([name]) => name)).toEqual([]);
    expect(sources.some(([, text]) => text.includes(`createQueryKeys('${remote}')`))).toBe(true);
  });
});

describe('npm run test:changed', () => {
  const journeys = readdirSync(join(repositoryRoot, 'e2e/tests')).map((name) => name.replace('.spec.ts', ''));

  it.each(folders)('names only journeys that exist for a change in %s', (folder) => {
    for (const name of selectJourneys([`${folder}/src/a.ts`]) ?? [])
      expect(journeys.some((journey) => journey.includes(name))).toBe(true);
  });

  it.each(['packages/contracts', 'packages/service-kit', 'packages/ui', 'packages/web-kit', 'mf-new-remote'])(
    'runs a part of the journeys for a change in %s',
    (folder) => {
      const names = selectJourneys([`${folder}/src/a.ts`]) ?? [];
      const selected = journeys.filter((journey) => names.some((name) => journey.includes(name)));
      expect(selected.length).toBeGreaterThan(1);
      expect(selected.length).toBeLessThan(journeys.length / 2);
    },
  );

  it('runs the screens for a change in a new remote, whose guide adds one', () => {
    expect(selectJourneys(['mf-new-remote/src/a.ts'])).toContain('screens');
  });

  it('runs all journeys for a change that any of them can notice, and none for tests and texts', () => {
    expect(selectJourneys(['mf-auth/src/a.ts', 'e2e/support/people.ts'])).toEqual([]);
    expect(selectJourneys(['docs/a.md', 'mf-auth/src/a.test.tsx', 'infra/k8s/src/a.ts'])).toBeUndefined();
  });
});
