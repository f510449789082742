import type { PublishedManifest, ReleasePointer } from '@obieg/contracts';
import {
  listRemoteIds,
  listVersions,
  type ObjectStore,
  type RemoteKeys,
  readManifest,
  readPointer,
  VersionRefusedError,
} from '@obieg/delivery';
import { formatTable, toPlainText } from '../report';
import { openChosenStore, readArguments, readRemoteKeys } from '../settings';
import type { Command } from './command';
import { describeAudience } from './release';

interface VersionStatus {
  version: string;
  builtAt: string | null;
  commit: string | null;
  problem: string | null;
}

interface RemoteStatus {
  id: string;
  pointer: ReleasePointer | undefined;
  problem: string | null;
  versions: VersionStatus[];
}

/** Problems of one version or remote are part of the status; failures of the store are not. */
const readOrProblem = async <T>(read: Promise<T>): Promise<{ value?: T; problem: string | null }> => {
  try {
    return { value: await read, problem: null };
  } catch (error) {
    if (error instanceof VersionRefusedError) return { problem: error.message };
    throw error;
  }
};

const readStatus = async (
  store: ObjectStore,
  id: string,
  keys: RemoteKeys | undefined,
): Promise<RemoteStatus> => {
  const { value, problem } = await readOrProblem(readPointer(store, id));
  const versions: VersionStatus[] = [];
  for (const version of await listVersions(store, id)) {
    const manifest = await readOrProblem<PublishedManifest>(readManifest(store, id, version, keys));
    const { builtAt = null, commit = null } = manifest.value ?? {};
    versions.push({ version, builtAt, commit, problem: manifest.problem });
  }
  versions.sort((one, other) => (other.builtAt ?? '').localeCompare(one.builtAt ?? ''));
  return { id, pointer: value?.pointer, problem, versions };
};

const describeVersion = (pointer: ReleasePointer | undefined, version: string): string => {
  if (version === pointer?.stable) return 'stable';
  return version === pointer?.canary?.version ? 'canary' : '';
};

const describe = ({ id, pointer, problem, versions }: RemoteStatus): string => {
  const canary = pointer?.canary ? `, canary ${describeAudience(pointer.canary)}` : '';
  const state = problem ?? (pointer ? `revision ${pointer.revision}${canary}` : 'not released');
  const rows = versions.map(({ version, builtAt, commit, problem: broken }) => [
    `  ${version}`,
    describeVersion(pointer, version),
    broken ?? `built ${builtAt}`,
    commit?.slice(0, 10) ?? '',
  ]);
  return `${id}: ${state}\n${formatTable(rows)}`.trimEnd();
};

export const status: Command = async (line) => {
  const [id] = readArguments(line, 'status', { required: [], optional: ['id'] });
  const store = openChosenStore(line);
  const keys = await readRemoteKeys(line, store);
  const ids = id === undefined ? await listRemoteIds(store) : [id];
  const remotes: RemoteStatus[] = [];
  for (const each of ids) remotes.push(await readStatus(store, each, keys));
  const json = remotes.map(({ pointer, ...rest }) => ({
    ...rest,
    revision: pointer?.revision ?? 0,
    stable: pointer?.stable ?? null,
    canary: pointer?.canary ?? null,
  }));
  const text = remotes.map(describe).join('\n\n');
  return { json: { remotes: json }, text: toPlainLines(text) || `Nothing is published in ${store.address}.` };
};

const toPlainLines = (text: string): string => text.split('\n').map(toPlainText).join('\n');

export const history: Command = async (line) => {
  const [id = ''] = readArguments(line, 'history', { required: ['id'] });
  const entries = (await readPointer(openChosenStore(line), id))?.pointer.history ?? [];
  const rows = entries.map(({ at, action, isCanary, version, by, reason }) =>
    [at, isCanary ? `${action} (canary)` : action, version, by, reason ?? ''].map(toPlainText),
  );
  return { json: { id, history: entries }, text: formatTable(rows) || `${id} was never released.` };
};
