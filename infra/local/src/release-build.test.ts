import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getArchive, readLastRelease } from './release-build';

const program = join(import.meta.dirname, '../record-release.mjs');
const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@obieg.test', '-c', 'commit.gpgsign=false'];

let folder: string;
const git = (...args: string[]): string =>
  execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim();
const record = (commit: string): string =>
  execFileSync(process.execPath, [program, commit, folder], { encoding: 'utf8' });
const commit = (sources: Record<string, string>): string => {
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  git('add', '--all');
  git('commit', '--quiet', '--message', 'release');
  return git('rev-parse', 'HEAD');
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'obieg-release-'));
  git('init', '--quiet');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sources = {
  'package.json': '{ "version": "1.4.0" }',
  'packages/service-kit/src/kit.ts': "name: '20270102000000_kit'\n",
  'packages/ui/src/ui.ts': '',
  'gateway/src/main.ts': '',
  'svc-mill/migrations/20270101000000_grain.ts': "name: '20270101000000_grain'\n",
  'svc-mill/src/main.ts': '',
  'svc-mill/src/main.test.ts': '',
  'svc-mill/test/mill.test.ts': '',
  'shell/src/main.ts': '',
};

describe('npm run record-release', () => {
  it('keeps the sources of the programs, and the newest migration', () => {
    const id = commit(sources);
    commit({ 'package.json': '{ "version": "1.5.0" }' });
    record(id);
    expect(readLastRelease(folder)).toMatchObject({
      version: '1.4.0',
      commit: id,
      newestMigration: '20270102000000_kit',
    });
    const files = execFileSync('tar', ['-tzf', getArchive(folder)], { encoding: 'utf8' });
    expect(files.split('\n').filter((file) => /[^/]$/.test(file))).toEqual([
      'gateway/src/main.ts',
      'package.json',
      'packages/service-kit/src/kit.ts',
      'svc-mill/migrations/20270101000000_grain.ts',
      'svc-mill/src/main.ts',
    ]);
  });

  it('replaces the release before', () => {
    const id = commit(sources);
    record(id);
    const before = readLastRelease(folder);
    record(id);
    expect(readLastRelease(folder)).toEqual(before);
    record(commit({ 'package.json': '{ "version": "1.5.0" }' }));
    expect(readdirSync(join(folder, 'infra/local/last-release'))).toEqual([readLastRelease(folder).archive]);
  });
});

describe('the recorded release', () => {
  it('is needed', () => {
    commit(sources);
    record('HEAD');
    rmSync(getArchive(folder));
    expect(() => getArchive(folder)).toThrow('is missing');
  });

  it('is refused if its sources changed', () => {
    commit(sources);
    record('HEAD');
    appendFileSync(getArchive(folder), 'x');
    expect(() => getArchive(folder)).toThrow('not');
  });

  it('is refused if its record is incomplete', () => {
    commit(sources);
    mkdirSync(join(folder, 'infra/local'), { recursive: true });
    writeFileSync(join(folder, 'infra/local/last-release.json'), '{ "version": "1.4.0" }');
    expect(() => readLastRelease(folder)).toThrow('needs commit, newestMigration, archive, sha256');
  });

  it('is complete in this clone', () => {
    expect(getArchive()).toContain(readLastRelease().archive);
  });
});
