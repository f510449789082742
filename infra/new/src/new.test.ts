import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRepository, type RepositoryCopy } from './repository-copy';

let copy: RepositoryCopy;
beforeAll(() => {
  copy = copyRepository();
});
afterAll(() => copy.remove());

/** Runs a command that must fail. @returns its output */
const rejectionOf = async (...args: string[]): Promise<string> => {
  const { code, output } = await copy.runNew(...args);
  expect(code, output).toBe(1);
  return output;
};
/** Runs `work` with temporarily changed file content. */
const withFile = async (path: string, change: (text: string) => string, work: () => Promise<void>) => {
  const text = copy.read(path);
  writeFileSync(join(copy.folder, path), change(text));
  await work().finally(() => writeFileSync(join(copy.folder, path), text));
};

describe('npm run new with invalid arguments', () => {
  let before: Map<string, string>;
  beforeAll(() => {
    before = copy.contents();
  });
  afterAll(() => expect(copy.contents()).toEqual(before));

  it.each([
    [[], 'The kind is missing.'],
    [['module', 'svc-tasks', 'watchers'], 'Unknown kind "module"'],
    [['toString'], 'Unknown kind "toString"'],
    [['endpoint', 'svc-tasks', 'watchers', '--force'], "Unknown option '--force'"],
    [['endpoint', 'svc-tasks', 'watchers', 'more'], 'Too many names'],
    [['endpoint'], 'The service is missing: svc-identity, svc-workflow, svc-tasks.'],
    [['endpoint', 'svc-mail', 'watchers'], 'Unknown service "svc-mail"'],
    [['endpoint', 'svc-tasks'], 'The name of the things is missing.'],
    [['endpoint', 'svc-tasks', 'Watchers'], '"Watchers" is no valid name of the things'],
    [['endpoint', 'svc-tasks', '../watchers'], '"../watchers" is no valid name of the things'],
    [['endpoint', 'svc-tasks', 'x'.repeat(30).concat('s')], 'at most 30 letters'],
    [['endpoint', 'svc-tasks', 'addresses'], 'The singular of addresses is ambiguous.'],
    [['endpoint', 'svc-tasks', 'equipment'], 'The singular of equipment is ambiguous.'],
    [['endpoint', 'svc-tasks', 'watchers', '--one', 'watchers'], 'must differ'],
    [['endpoint', 'svc-tasks', 'dates'], '"date" is reserved'],
    [['endpoint', 'svc-tasks', 'comments'], 'svc-tasks/src/comments already exists'],
    [['endpoint', 'svc-tasks', 'memberships'], 'svc-tasks already has a table memberships'],
    [['endpoint', 'svc-tasks', 'statuses', '--one', 'status'], 'svc-tasks already has a table statuses'],
    [
      ['endpoint', 'svc-workflow', 'comments'],
      'packages/contracts/src/tasks.ts already exports commentSchema.',
    ],
    [['endpoint', 'svc-workflow', 'permissions'], "already has '/api/permissions'."],
    [['event', 'svc-tasks', 'watchers'], 'npm run new -- endpoint svc-tasks watchers'],
    [['event', 'svc-tasks', 'comments'], 'already has events obieg.tasks.comment.….'],
    [['event', 'svc-tasks', 'attachments', 'svc-tasks'], 'svc-tasks cannot consume its own events.'],
    [['field'], 'The name of the field is missing.'],
    [['field', 'Reference'], '"Reference" is no valid name of the field'],
    [['field', 'reference', 'more'], 'Too many names'],
    [['field', 'order'], '"order" is reserved'],
    [['field', 'description'], 'task-fields.ts already uses the name description.'],
    [['field', 'priority'], 'tasks.ts already uses the name priority.'],
    [['field', 'revision'], 'already uses the name revision.'],
    [['remote'], 'The name of the remote is missing: mf-<area>.'],
    [['remote', 'reports'], '"reports" is no valid name of a remote: mf-<area>.'],
    [['remote', 'mf-Reports'], '"mf-Reports" is no valid name of a remote'],
    [['remote', 'mf-auth'], 'mf-auth already exists.'],
    [['remote', 'mf-groups'], '/groups already belongs to mf-admin.'],
    [['remote', 'mf-dashboard'], '/dashboard belongs to the shell.'],
  ])('rejects %j', async (args, reason) => {
    expect(await rejectionOf(...args)).toContain(reason);
  });

  it('rejects if a file already exists', async () => {
    const path = 'svc-tasks/test/watchers.test.ts';
    writeFileSync(join(copy.folder, path), '');
    expect(await rejectionOf('endpoint', 'svc-tasks', 'watchers')).toContain(`already exist: ${path}.`);
    rmSync(join(copy.folder, path));
  });

  it('rejects if a file to edit has an unknown shape', () =>
    withFile(
      'svc-tasks/src/app.ts',
      (text) => text.replace('routes: [', 'routes: all['),
      async () => {
        expect(await rejectionOf('endpoint', 'svc-tasks', 'watchers')).toContain(
          'svc-tasks/src/app.ts cannot be edited',
        );
      },
    ));

  it('rejects if the result breaks a lint rule', () =>
    withFile(
      'gateway/src/routing/routing-table.ts',
      (text) => `${text}\nexport const anything: any = 1;\n`,
      async () => {
        expect(await rejectionOf('endpoint', 'svc-tasks', 'watchers')).toContain('noExplicitAny');
      },
    ));
});

/** Fewer workers: type checks run at the same time, and loading shared modules dominates. */
const singleWorker = ['--maxWorkers=1', '--no-isolate'];

const rooms = 'infra/local/rooms.json';

describe('files created by npm run new', { timeout: 1_800_000 }, () => {
  const createdPaths: string[] = [];
  /** Created and changed files by the arguments. */
  const pathsOf = new Map<string, string[]>();
  let roomsBefore: string;
  beforeAll(async () => {
    roomsBefore = copy.read(rooms);
    for (const args of [
      'field reference-number',
      'endpoint svc-tasks watchers',
      'endpoint svc-workflow exit-permits',
      'endpoint svc-identity branches --one branch',
      'event svc-tasks watchers svc-identity',
      'event svc-workflow exit-permits svc-tasks',
      'remote mf-exit-permits',
    ]) {
      const { code, output } = await copy.runNew(...args.split(' '));
      expect(code, output).toBe(0);
      const paths = Array.from(output.matchAll(/^ {2}(\S+\.\w+)$/gm), ([, path = '']) => path);
      pathsOf.set(args, paths);
      createdPaths.push(...paths);
    }
  }, 600_000);

  it.concurrent('are formatted and lint-free', async () => {
    const paths = createdPaths.filter((path) => !/\.(?:md|sql)$/.test(path));
    const { code, output } = await copy.runTool('biome', 'ci', '--diagnostic-level=warn', ...paths);
    expect(code, output).toBe(0);
    expect(output).toMatch(new RegExp(`Checked ${new Set(paths).size} files`));
  });

  it.concurrent('leave nothing unused', async () => {
    const { code, output } = await copy.runTool('knip');
    expect(code, output).toBe(0);
  });

  it.concurrent('have valid types', async () => {
    // One program for all services, because checking shared code dominates.
    const services = {
      extends: './packages/build-config/tsconfig.node.json',
      include: ['src', 'test', 'migrations'].map((folder) => `svc-*/${folder}`),
    };
    writeFileSync(join(copy.folder, 'services.json'), JSON.stringify(services));
    for (const project of ['services.json', 'mf-tasks', 'mf-exit-permits']) {
      const { code, output } = await copy.runTool('tsc', '--noEmit', '-p', project);
      expect(code, output).toBe(0);
    }
  });

  it.concurrent('pass their own tests', async () => {
    const tests = [...new Set(createdPaths)].filter(
      (path) => /\.test\.tsx?$/.test(path) && path !== 'svc-tasks/test/access.test.ts',
    );
    // Compares the statements of the list, which contain the field.
    tests.push('svc-tasks/src/task-list/list-sql.test.ts');
    const { code, output } = await copy.runTool('vitest', 'run', ...singleWorker, ...tests);
    expect(code, output).toBe(0);
    expect(output).toMatch(new RegExp(`Test Files.* ${tests.length} passed`));
  });

  it('are fewer than fifteen for a field', () => {
    expect(pathsOf.get('field reference-number')).toContain('packages/contracts/src/task-fields.ts');
    expect(pathsOf.get('field reference-number')?.length).toBeLessThan(15);
  });

  it('are registered in routing table, diagram and lists', () => {
    expect(copy.read('gateway/src/routing/routing-table.ts')).toContain(
      "{ prefix: '/api/exit-permits', service: 'workflow' },",
    );
    expect(copy.read('svc-tasks/test/access.test.ts')).toContain("'GET /api/watchers/{id}'");
    expect(copy.read('docs/explanation/architecture.md')).toContain(
      '\n    shell -.-> exitPermits[mf-exit-permits]\n',
    );
    expect(copy.read('docs/explanation/architecture.md')).toContain(
      '\n| `mf-exit-permits` | i18n, pages |\n',
    );
    expect(copy.read('e2e/tests/screens.spec.ts')).toContain(
      "path: '/exit-permits', heading: 'Exit permits'",
    );
  });

  it('have a place in the list of rooms, whose other lines stay', async () => {
    const linesOf = (text: string) => text.split('\n').map((line) => line.replace(/,$/, ''));
    expect(linesOf(copy.read(rooms))).toEqual(expect.arrayContaining(linesOf(roomsBefore)));
    await copy.run('git', 'init', '--quiet');
    const { code, output } = await copy.run(process.execPath, 'infra/local/check-rooms.mjs');
    expect(code, output).toBe(0);
  });

  it('cannot be created twice', async () => {
    const before = copy.contents();
    expect(await rejectionOf('endpoint', 'svc-tasks', 'watchers')).toContain('already exists');
    expect(await rejectionOf('field', 'reference-number')).toContain('already uses');
    expect(await rejectionOf('event', 'svc-tasks', 'watchers')).toContain('already');
    expect(await rejectionOf('remote', 'mf-exit-permits')).toContain('already exists');
    expect(copy.contents()).toEqual(before);
  });
});
