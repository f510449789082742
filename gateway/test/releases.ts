import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleasePointer } from '@obieg/contracts';
import {
  createKeyPair,
  type ObjectStore,
  publishFolder,
  type ReleaseOptions,
  readPointer,
  releaseVersion,
} from '@obieg/delivery';
import { type BuiltFolderOptions, writeBuiltFolder } from '@obieg/delivery/testing';
import type { TestGateway } from './gateway';

export type BuiltVersion = Omit<BuiltFolderOptions, 'folder'>;

/** Publishes a version as a team does. @param privateKey PEM; without it, the version is not signed */
export const publish = async (
  store: ObjectStore,
  built: BuiltVersion,
  privateKey?: string,
): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'obieg-built-'));
  try {
    writeBuiltFolder({ ...built, folder });
    const { version } = await publishFolder({
      store,
      folder,
      privateKey: privateKey === undefined ? undefined : createPrivateKey(privateKey),
    });
    return version;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Publishes and releases a version, and waits until the gateway has read the pointer. */
export const release = async (
  { store, delivery }: Pick<TestGateway, 'store' | 'delivery'>,
  built: BuiltVersion,
  options: Partial<ReleaseOptions> & { privateKey?: string } = {},
): Promise<string> => {
  const { privateKey, ...rest } = options;
  const version = await publish(store, built, privateKey);
  await releaseVersion(store, built.id, { version, by: 'team', at: new Date(), ...rest });
  await delivery.releases.refresh();
  return version;
};

export const script = `console.log(${JSON.stringify('x'.repeat(3_000))})`;

const template =
  '<!doctype html><html><head><meta name="csp-nonce" content=""><link href="icon.svg" rel="icon">' +
  '<script src="assets/main.0123456789.js" defer></script></head><body><div id="root">' +
  '<p class="ob-start-text"><span>Obieg</span></p></div></body></html>';

const shellFiles = {
  'index.html': template,
  'assets/main.0123456789.js': script,
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'robots.txt': 'User-agent: *',
  'server.pem': 'key',
};

/** A shell of which each version has another page. */
export const shell = (version: string): BuiltVersion => ({
  id: 'shell',
  version,
  files: { ...shellFiles, 'index.html': template.replace('</body>', `<!-- ${version} --></body>`) },
});

export const tasks = (version: string): BuiltVersion => ({
  id: 'mf-tasks',
  version,
  routes: ['/tasks', '/task/:publicTaskId'],
  files: { 'remoteEntry.js': `remote ${version}`, 'page.css': '', 'lazy.js': `lazy ${version}` },
  manifest: { preload: ['remoteEntry.js', 'page.css'] },
});

/** A key pair and the value of REMOTE_KEYS for the given ids. */
export const createTeamKeys = (...ids: string[]) => {
  const { privateKey, publicKey } = createKeyPair();
  return {
    privateKey,
    publicKey,
    remoteKeys: JSON.stringify(Object.fromEntries(ids.map((id) => [id, publicKey]))),
  };
};

/** Changes a pointer directly in the store, without the checks of a release. */
export const forcePointer = async (
  { store, delivery }: Pick<TestGateway, 'store' | 'delivery'>,
  id: string,
  change: Partial<ReleasePointer>,
): Promise<void> => {
  const current = await readPointer(store, id);
  const pointer = current?.pointer ?? { revision: 0, stable: null, canary: null, history: [] };
  const content = Buffer.from(JSON.stringify({ ...pointer, revision: pointer.revision + 1, ...change }));
  const key = `remotes/${id}/release.json`;
  if (current) await store.replace(key, content, current.tag);
  else await store.create(key, content);
  await delivery.releases.refresh();
};

/** Versions that the pages of an organization get, by id. `main` is the main domain. */
export const readVersions = async (
  gateway: Pick<TestGateway, 'request'>,
  organization: string,
): Promise<Record<string, string>> => {
  const host = organization === 'main' ? 'obieg.localhost' : `${organization}.obieg.localhost`;
  const { body } = await gateway.request('GET', '/remotes.json', { host });
  const remotes = (body.remotes ?? []) as { id: string; version: string }[];
  return { shell: body.shell, ...Object.fromEntries(remotes.map(({ id, version }) => [id, version])) };
};

/** Opens a page as a browser does. @returns the ticket of its load reports */
export const openPage = async (
  gateway: Pick<TestGateway, 'request'>,
  host: string,
  headers: Record<string, string> = {},
): Promise<string> => {
  const { text } = await gateway.request('GET', '/', { host, headers: { accept: 'text/html', ...headers } });
  return /<meta name="report-ticket" content="([^"]+)">/.exec(text)?.[1] ?? '';
};
