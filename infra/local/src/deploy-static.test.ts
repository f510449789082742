import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deployStatic } from './deploy-static';

let folder: string;
let staticRoot: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'obieg-static-'));
  staticRoot = join(folder, 'static');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, content: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
};
const code = (version: string): string => `// ${version}\n`.repeat(400);

/** Writes a remote as the bundler does. */
const buildRemote = (id: string, version: string): void => {
  write(`build/${id}/remote-entry.js`, code(version));
  write(
    `build/${id}/remote.json`,
    JSON.stringify({
      id,
      contractVersion: 1,
      routes: [{ path: '/tasks', access: 'signed-in', layout: 'frame' }],
      navigation: [],
      version,
      entry: 'remote-entry.js',
      preload: ['remote-entry.js'],
      integrity: { 'remote-entry.js': 'sha384-abc' },
    }),
  );
};

/** Writes shell and remotes as the bundler does, and deploys them. */
const deploy = async (version: string, ids: readonly string[] = ['mf-tasks']): Promise<void> => {
  rmSync(join(folder, 'build'), { recursive: true, force: true });
  write('build/shell/index.html', `<script src="/assets/main.${version}.js"></script>`);
  write(`build/shell/assets/main.${version}.js`, code(version));
  write('build/shell/robots.txt', 'User-agent: *');
  for (const id of ids) buildRemote(id, version);
  await deployStatic({
    staticRoot,
    shellDist: join(folder, 'build/shell'),
    remoteDists: ids.map((id) => join(folder, 'build', id)),
  });
};
const read = (path: string): Buffer => readFileSync(join(staticRoot, path));

describe('deployStatic', () => {
  it("writes shell, remotes and registry with paths on the shell's origin", async () => {
    await deploy('v1');
    expect(read('shell/index.html').toString()).toContain('main.v1.js');
    expect(read('remotes/mf-tasks/v1/remote-entry.js').toString()).toBe(code('v1'));
    const { remotes } = JSON.parse(read('remotes/registry.json').toString());
    expect(remotes).toEqual([
      expect.objectContaining({
        id: 'mf-tasks',
        version: 'v1',
        entry: '/remotes/mf-tasks/v1/remote-entry.js',
        preload: ['/remotes/mf-tasks/v1/remote-entry.js'],
        integrity: { '/remotes/mf-tasks/v1/remote-entry.js': 'sha384-abc' },
      }),
    ]);
  });

  it('orders the remotes in the registry by name', async () => {
    await deploy('v1', ['mf-tasks', 'mf-admin', 'mf-auth']);
    const { remotes } = JSON.parse(read('remotes/registry.json').toString());
    expect(remotes.map(({ id }: { id: string }) => id)).toEqual(['mf-admin', 'mf-auth', 'mf-tasks']);
  });

  it('compresses files that shrink', async () => {
    await deploy('v1');
    expect(brotliDecompressSync(read('shell/assets/main.v1.js.br')).toString()).toBe(code('v1'));
    expect(gunzipSync(read('remotes/mf-tasks/v1/remote-entry.js.gz')).toString()).toBe(code('v1'));
    expect(existsSync(join(staticRoot, 'shell/robots.txt.br'))).toBe(false);
  });

  it('keeps the two previous versions for open tabs', async () => {
    for (const version of ['v1', 'v2', 'v3', 'v4']) await deploy(version);
    expect(readdirSync(join(staticRoot, 'remotes/mf-tasks')).sort()).toEqual(['v2', 'v3', 'v4']);
    expect(readdirSync(join(staticRoot, 'shell/assets')).filter((name) => name.endsWith('.js'))).toEqual([
      'main.v2.js',
      'main.v3.js',
      'main.v4.js',
    ]);
    expect(existsSync(join(staticRoot, 'shell/assets/main.v1.js.br'))).toBe(false);
    expect(existsSync(join(staticRoot, 'shell/robots.txt'))).toBe(true);
  });

  it('is idempotent and can return to an older version', async () => {
    await deploy('v1');
    await deploy('v2');
    await deploy('v2');
    await deploy('v1');
    expect(readdirSync(join(staticRoot, 'remotes/mf-tasks')).sort()).toEqual(['v1', 'v2']);
    expect(JSON.parse(read('remotes/registry.json').toString()).remotes[0].version).toBe('v1');
    expect(read('shell/index.html').toString()).toContain('main.v1.js');
  });

  it('names the part that is not built', async () => {
    const shellDist = join(folder, 'nothing');
    await expect(deployStatic({ staticRoot, shellDist, remoteDists: [] })).rejects.toThrow(
      /nothing is not built/,
    );
  });
});
