import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join, posix, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type DeployedRemote, deployedRemoteSchema } from '@obieg/contracts';

interface DeployOptions {
  /** Folder that the gateway serves: `shell/`, `remotes/<id>/<version>/`, `remotes/registry.json`. */
  staticRoot: string;
  /** Built shell. Its index.html is a template that the gateway fills. */
  shellDist: string;
  /** Built remotes, each with `remote.json`. */
  remoteDists: readonly string[];
}

/** Tabs opened before a deployment still request the files of their version. */
const retainedOlderVersions = 2;
const compressible = new Set(['.js', '.mjs', '.css', '.json', '.svg', '.txt', '.wasm', '.ico']);
/** Compressing a smaller file does not save a packet. */
const compressFromBytes = 1_024;

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

const writeAtomically = (file: string, content: string | Buffer): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, content);
  renameSync(`${file}.part`, file);
};

/** Writes `.br` and `.gz` files if they are smaller. */
const compress = async (file: string): Promise<void> => {
  if (!compressible.has(extname(file)) || (await stat(file)).size < compressFromBytes) return;
  const content = await readFile(file);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  for (const [ending, packed] of [
    ['.br', br],
    ['.gz', gz],
  ] as const) {
    if (packed.length < content.length) await writeFile(`${file}${ending}`, packed);
  }
};

const compressFolder = async (folder: string): Promise<void> => {
  await Promise.all(listFiles(folder).map((file) => compress(join(folder, file))));
};

/** The build writes paths relative to the remote's folder; the registry needs them absolute on the shell's origin. */
const toPublicPath = (base: string, path: string): string =>
  path.startsWith('/') ? path : posix.join(base, path);

const readManifest = (dist: string): DeployedRemote => {
  const file = join(dist, 'remote.json');
  if (!existsSync(file)) throw new Error(`${dist} is not built: it has no remote.json`);
  const manifest = deployedRemoteSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const base = `/remotes/${manifest.id}/${manifest.version}`;
  return {
    ...manifest,
    entry: toPublicPath(base, manifest.entry),
    preload: manifest.preload.map((path) => toPublicPath(base, path)),
    integrity: Object.fromEntries(
      Object.entries(manifest.integrity).map(([path, hash]) => [toPublicPath(base, path), hash]),
    ),
  };
};

/**
 * Writes a version under a temporary name and renames it, so that it appears complete. It never changes afterwards.
 */
const deployRemote = async (staticRoot: string, dist: string): Promise<DeployedRemote> => {
  const manifest = readManifest(dist);
  const folder = join(staticRoot, 'remotes', manifest.id);
  const target = join(folder, manifest.version);
  if (existsSync(target)) return manifest;
  const partial = join(folder, `.${manifest.version}.part`);
  rmSync(partial, { recursive: true, force: true });
  cpSync(dist, partial, { recursive: true });
  await compressFolder(partial);
  renameSync(partial, target);
  return manifest;
};

const removeOldVersions = (staticRoot: string, { id, version }: DeployedRemote): void => {
  const folder = join(staticRoot, 'remotes', id);
  const older = readdirSync(folder)
    .filter((name) => name !== version)
    .map((name) => ({ name, deployedAt: statSync(join(folder, name)).ctimeMs }))
    .sort((one, other) => other.deployedAt - one.deployedAt);
  for (const { name } of older.slice(retainedOlderVersions)) rmSync(join(folder, name), { recursive: true });
};

/**
 * Adds the shell's files, whose names contain a hash. Then replaces the page that references them.
 * `shell-versions.json` lists the files of each version.
 */
const deployShell = async (staticRoot: string, dist: string): Promise<void> => {
  const template = 'index.html';
  if (!existsSync(join(dist, template))) throw new Error(`${dist} is not built: it has no ${template}`);
  const target = join(staticRoot, 'shell');
  const files = listFiles(dist).filter((file) => file !== template);
  for (const file of files) {
    const content = readFileSync(join(dist, file));
    const place = join(target, file);
    if (existsSync(place) && readFileSync(place).equals(content)) continue;
    for (const ending of ['.br', '.gz']) rmSync(`${place}${ending}`, { force: true });
    writeAtomically(place, content);
    await compress(place);
  }
  writeAtomically(join(target, template), readFileSync(join(dist, template)));

  const record = join(staticRoot, 'shell-versions.json');
  const names = files.map((file) => file.split(sep).join('/')).sort();
  const earlier = existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as string[][]) : [];
  const versions = [names, ...earlier.filter((version) => version.join() !== names.join())];
  const retained = versions.slice(0, retainedOlderVersions + 1);
  const retainedFiles = new Set(retained.flat());
  for (const file of versions.slice(retainedOlderVersions + 1).flat()) {
    if (retainedFiles.has(file)) continue;
    for (const ending of ['', '.br', '.gz']) rmSync(join(target, `${file}${ending}`), { force: true });
  }
  writeAtomically(record, JSON.stringify(retained));
};

/**
 * Publishes the built frontends, compressed. It writes new files first, then the registry and the shell's page, so
 * that a page never references a missing file. Retains the two previous versions.
 */
export const deployStatic = async ({ staticRoot, shellDist, remoteDists }: DeployOptions): Promise<void> => {
  mkdirSync(staticRoot, { recursive: true });
  const remotes = await Promise.all(remoteDists.toSorted().map((dist) => deployRemote(staticRoot, dist)));
  writeAtomically(join(staticRoot, 'remotes', 'registry.json'), JSON.stringify({ remotes }, undefined, 2));
  await deployShell(staticRoot, shellDist);
  for (const remote of remotes) removeOldVersions(staticRoot, remote);
};
