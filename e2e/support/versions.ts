import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PublishedManifest } from '@obieg/contracts';
import { repositoryRoot } from '@obieg/local';

const run = promisify(execFile);
const deliverTool = join(repositoryRoot, 'infra/deliver/dist/deliver.mjs');

/** As in the manifest and in the bundler's runtime. */
const digestOf = (content: string | Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

export interface Change {
  /** First letters of the changed script, or a part of its content. */
  file: string;
  change: (code: string) => string;
}

/** In the module that a remote exposes. The bundler's name of its file is a detail. */
export const exposedModule = '.defineRemote)(';

/** Changes a file. The bundler's runtime names the digests of lazy files, so the files that name it change, too. */
const changeFiles = (folder: string, { file, change }: Change): void => {
  const names = readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name));
  const contents = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const write = (name: string, content: string): void => {
    const old = digestOf(contents.get(name) ?? '');
    contents.set(name, content);
    writeFileSync(join(folder, name), content);
    for (const [other, text] of contents)
      if (text.includes(old)) write(other, text.replaceAll(old, digestOf(content)));
  };
  const scripts = names.filter((name) => name.endsWith('.js'));
  const changed =
    scripts.find((name) => name.startsWith(file)) ??
    scripts.find((name) => contents.get(name)?.includes(file));
  const code = contents.get(changed ?? '') ?? '';
  if (changed === undefined || change(code) === code) throw new Error(`No change of ${file} in ${folder}`);
  write(changed, change(code));
};

const updateManifest = (folder: string, change: Partial<PublishedManifest>): void => {
  const path = join(folder, 'remote.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as PublishedManifest;
  const digestAll = (files: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.keys(files).map((file) => [file, digestOf(readFileSync(join(folder, file)))]));
  writeFileSync(
    path,
    JSON.stringify({
      ...manifest,
      ...change,
      builtAt: new Date().toISOString(),
      integrity: digestAll(manifest.integrity),
      files: digestAll(manifest.files),
    }),
  );
};

/** Writes another version of a built remote, as the build of a changed source does. */
export const writeVersion = (
  folder: string,
  remote: string,
  { file, change, ...manifest }: Change & Partial<PublishedManifest>,
): void => {
  cpSync(join(repositoryRoot, remote, 'dist'), folder, { recursive: true });
  changeFiles(folder, { file, change });
  updateManifest(folder, manifest);
};

/** The delivery store of a product. */
export interface DeliveryStore {
  address: string;
  /** Private key of all remotes. */
  key: string;
}

/** Publishes another version of a built remote with the delivery tool, like the team of the remote. */
export const publishVersion = async (
  { address, key }: DeliveryStore,
  { remote, ...version }: Change & { remote: string; version: string },
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'obieg-version-'));
  try {
    writeVersion(folder, remote, version);
    await run(process.execPath, [deliverTool, 'publish', folder, '--store', address, '--key', key]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
