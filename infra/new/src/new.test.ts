import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRepository, type RepositoryCopy } from './repository-copy';

let copy: RepositoryCopy;
beforeAll(() => {
  copy = copyRepository();
});
afterAll(() => copy.remove());

/** Asks for something that must not be made; answers why not. */
const refusalOf = async (...args: string[]): Promise<string> => {
  const { code, output } = await copy.runNew(...args);
  expect(code, output).toBe(1);
  return output;
};
/** Works with a file that holds something else for the moment. */
const withFile = async (path: string, change: (text: string) => string, work: () => Promise<void>) => {
  const text = copy.read(path);
  writeFileSync(join(copy.folder, path), change(text));
  await work().finally(() => writeFileSync(join(copy.folder, path), text));
};

describe('refuses, and leaves everything as it was', () => {
  let before: Map<string, string>;
  beforeAll(() => {
    before = copy.contents();
  });
  afterAll(() => expect(copy.contents()).toEqual(before));

  it.each([
    [[], 'What is to be made?'],
    [['module', 'svc-tasks', 'watchers'], '"module" is nothing that can be made'],
    [['toString'], '"toString" is nothing that can be made'],
    [['endpoint', 'svc-tasks', 'watchers', '--force'], "Unknown option '--force'"],
    [['endpoint', 'svc-tasks', 'watchers', 'more'], 'Too many names'],
    [['endpoint'], 'The service is missing: svc-identity, svc-workflow, svc-tasks.'],
    [['endpoint', 'svc-mail', 'watchers'], '"svc-mail" is no service'],
    [['endpoint', 'svc-tasks'], 'The name of the things is missing.'],
    [['endpoint', 'svc-tasks', 'Watchers'], '"Watchers" is no name of the things'],
    [['endpoint', 'svc-tasks', '../watchers'], '"../watchers" is no name of the things'],
    [['endpoint', 'svc-tasks', 'x'.repeat(30).concat('s')], 'at most 30 letters'],
    [['endpoint', 'svc-tasks', 'addresses'], 'What is one of the addresses called?'],
    [['endpoint', 'svc-tasks', 'equipment'], 'What is one of the equipment called?'],
    [['endpoint', 'svc-tasks', 'watchers', '--one', 'watchers'], 'needs a name of its own'],
    [['endpoint', 'svc-tasks', 'dates'], '"date" means something else'],
    [['endpoint', 'svc-tasks', 'comments'], 'svc-tasks/src/comments is there already'],
    [['endpoint', 'svc-tasks', 'memberships'], 'svc-tasks has a table memberships already'],
    [['endpoint', 'svc-tasks', 'statuses', '--one', 'status'], 'svc-tasks has a table statuses already'],
    [
      ['endpoint', 'svc-workflow', 'comments'],
      'packages/contracts/src/tasks.ts exports commentSchema already.',
    ],
    [['endpoint', 'svc-workflow', 'permissions'], "has '/api/permissions' already."],
    [['event', 'svc-tasks', 'watchers'], 'npm run new -- endpoint svc-tasks watchers'],
    [['event', 'svc-tasks', 'comments'], 'has events obieg.tasks.comment.… already.'],
    [['event', 'svc-tasks', 'attachments', 'svc-tasks'], 'svc-tasks does not follow itself.'],
    [['remote'], 'The name of the remote is missing: mf-<area>.'],
    [['remote', 'reports'], '"reports" is no name of a remote: mf-<area>.'],
    [['remote', 'mf-Reports'], '"mf-Reports" is no name of a remote'],
    [['remote', 'mf-auth'], 'mf-auth is there already.'],
    [['remote', 'mf-groups'], '/groups belongs to mf-admin already.'],
    [['remote', 'mf-dashboard'], '/dashboard belongs to the shell.'],
  ])('%j', async (args, reason) => {
    expect(await refusalOf(...args)).toContain(reason);
  });

  it('where one of the files is there', async () => {
    const path = 'svc-tasks/test/watchers.test.ts';
    writeFileSync(join(copy.folder, path), '');
    expect(await refusalOf('endpoint', 'svc-tasks', 'watchers')).toContain(`there is already: ${path}.`);
    rmSync(join(copy.folder, path));
  });

  it('where a file to be added to has become another', () =>
    withFile(
      'svc-tasks/src/app.ts',
      (text) => text.replace('routes: [', 'routes: all['),
      async () => {
        expect(await refusalOf('endpoint', 'svc-tasks', 'watchers')).toContain(
          'svc-tasks/src/app.ts cannot be',
        );
      },
    ));

  it('where the outcome would break a rule of the repository', () =>
    withFile(
      'gateway/src/routing/routing-table.ts',
      (text) => `${text}\nexport const anything: any = 1;\n`,
      async () => {
        expect(await refusalOf('endpoint', 'svc-tasks', 'watchers')).toContain('noExplicitAny');
      },
    ));
});

/** The types are checked at the same time, and most of the time of these tests goes into loading what they share. */
const sparing = ['--maxWorkers=1', '--no-isolate'];

describe('what is made', { timeout: 600_000 }, () => {
  const made: string[] = [];
  beforeAll(async () => {
    for (const args of [
      'endpoint svc-tasks watchers',
      'endpoint svc-workflow exit-permits',
      'endpoint svc-identity branches --one branch',
      'event svc-tasks watchers svc-identity',
      'event svc-workflow exit-permits svc-tasks',
      'remote mf-exit-permits',
    ]) {
      const { code, output } = await copy.runNew(...args.split(' '));
      expect(code, output).toBe(0);
      made.push(...Array.from(output.matchAll(/^ {2}(\S+\.\w+)$/gm), ([, path = '']) => path));
    }
  });

  it.concurrent('is in the format and within the rules of the repository', async () => {
    const paths = made.filter((path) => !path.endsWith('.md'));
    const { code, output } = await copy.runTool('biome', 'ci', '--diagnostic-level=warn', ...paths);
    expect(code, output).toBe(0);
    expect(output).toMatch(new RegExp(`Checked ${new Set(paths).size} files`));
  });

  it.concurrent('leaves nothing unused', async () => {
    const { code, output } = await copy.runTool('knip');
    expect(code, output).toBe(0);
  });

  it.concurrent('has right types', async () => {
    // The services as one: most of the time goes into what they share.
    const services = {
      extends: './packages/build-config/tsconfig.node.json',
      include: ['src', 'test', 'migrations'].map((folder) => `svc-*/${folder}`),
    };
    writeFileSync(join(copy.folder, 'services.json'), JSON.stringify(services));
    for (const project of ['services.json', 'mf-exit-permits']) {
      const { code, output } = await copy.runTool('tsc', '--noEmit', '-p', project);
      expect(code, output).toBe(0);
    }
  });

  it.concurrent('passes its own tests', async () => {
    const tests = made.filter(
      (path) => /\.test\.tsx?$/.test(path) && path !== 'svc-tasks/test/access.test.ts',
    );
    const { code, output } = await copy.runTool('vitest', 'run', ...sparing, ...tests);
    expect(code, output).toBe(0);
    expect(output).toMatch(new RegExp(`Test Files.* ${tests.length} passed`));
  });

  it('is told to others, and drawn where all of its kind are', () => {
    expect(copy.read('gateway/src/routing/routing-table.ts')).toContain(
      "{ prefix: '/api/exit-permits', service: 'workflow' },",
    );
    expect(copy.read('svc-tasks/test/access.test.ts')).toContain("'GET /api/watchers/{id}'");
    expect(copy.read('docs/explanation/architecture.md')).toContain('\n    shell -.-> exitPermits[mf-exit-permits]\n');
    expect(copy.read('packages/build-config/README.md')).toMatch(/Ports: .*, mf-exit-permits 30\d\d\./);
    expect(copy.read('e2e/tests/screens.spec.ts')).toContain(
      "path: '/exit-permits', heading: 'Exit permits'",
    );
  });

  it('is not made twice', async () => {
    const before = copy.contents();
    expect(await refusalOf('endpoint', 'svc-tasks', 'watchers')).toContain('is there already');
    expect(await refusalOf('event', 'svc-tasks', 'watchers')).toContain('already');
    expect(await refusalOf('remote', 'mf-exit-permits')).toContain('is there already');
    expect(copy.contents()).toEqual(before);
  });
});
