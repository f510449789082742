// `npm run record-release [-- <commit>]`: keeps the sources of a release for the tests of the next one.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const [commit = 'HEAD', root = fileURLToPath(new URL('../..', import.meta.url))] = process.argv.slice(2);
const folder = join(root, 'infra/local/last-release');

/** What services and gateway are built from. Screens have releases of their own. */
const paths = [
  'package.json',
  'packages',
  'gateway',
  'svc-*',
  ':(exclude)packages/ui',
  ':(exclude)packages/web-kit',
  ':(exclude)*.test.ts',
  ':(exclude)*/test/*',
];

const git = (...args) => execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30 });
const readText = (...args) =>
  git(...args)
    .toString()
    .trim();

/** Names are in the files of the services' migrations and in those of packages/service-kit. */
const findNewestMigration = (id) => {
  const lines = readText('grep', '--no-color', '-h', '-oE', "name: '[0-9]{14}_[a-z0-9_]+'", id);
  const names = [...lines.matchAll(/'(\d{14}_\w+)'/g)].map(([, name]) => name).sort();
  if (names.length === 0) throw new Error(`${id} has no migrations.`);
  return names.at(-1);
};

const id = readText('rev-parse', '--verify', `${commit}^{commit}`);
const { version } = JSON.parse(readText('show', `${id}:package.json`));
// Without the time, so that recording a release again changes nothing.
const archive = gzipSync(git('archive', '--format=tar', id, '--', ...paths), { level: 9 });
const file = `obieg-${version}-${id.slice(0, 12)}.tar.gz`;
const release = {
  version,
  commit: id,
  newestMigration: findNewestMigration(id),
  archive: file,
  sha256: createHash('sha256').update(archive).digest('hex'),
};

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) rmSync(join(folder, name));
writeFileSync(join(folder, file), archive);
writeFileSync(join(root, 'infra/local/last-release.json'), `${JSON.stringify(release, null, 2)}\n`);
process.stdout.write(`Recorded ${version} (${id}): ${Math.round(archive.length / 1_000)} KB in ${file}\n`);
