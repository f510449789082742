import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeBuiltFolder } from '@obieg/delivery/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const workspace = fileURLToPath(new URL('..', import.meta.url));
const execute = promisify(execFile);

let root: string;
let team: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'obieg-pack-'));
  team = join(root, 'team');
  mkdirSync(team);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Without npm's own variables, which would point a nested npm at this repository. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !name.toLowerCase().startsWith('npm_') && name !== 'INIT_CWD',
  ),
);

describe('the packed tool', () => {
  it('installs offline and delivers a built folder without this repository', async () => {
    await execute('npm', ['pack', '--pack-destination', root, '--silent'], { cwd: workspace, env });
    const tarball = readdirSync(root).find((name) => name.endsWith('.tgz')) ?? '';
    writeFileSync(join(team, 'package.json'), '{"private":true}');
    const offline = { ...env, npm_config_cache: join(root, 'cache'), npm_config_offline: 'true' };
    await execute('npm', ['install', '--no-audit', '--no-fund', join(root, tarball)], {
      cwd: team,
      env: offline,
    });
    expect(readdirSync(join(team, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@obieg',
    ]);

    const deliver = async (...args: string[]) => {
      const command = ['--no', 'obieg-deliver', ...args, '--store', join(root, 'static'), '--json'];
      return JSON.parse((await execute('npx', command, { cwd: team, env: offline })).stdout);
    };
    writeBuiltFolder({ folder: join(team, 'dist'), id: 'mf-a', version: 'v1' });
    await deliver('keys', 'create', 'mf-a');
    expect(await deliver('publish', 'dist', '--key', 'mf-a.key.pem')).toMatchObject({ isNew: true });
    expect(await deliver('release', 'mf-a', 'v1')).toMatchObject({ revision: 1, stable: 'v1' });
    const pointer = readFileSync(join(root, 'static/remotes/mf-a/release.json'), 'utf8');
    expect(JSON.parse(pointer)).toMatchObject({ stable: 'v1' });
  });
});
