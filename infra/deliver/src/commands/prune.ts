import { listRemoteIds, pruneVersions } from '@obieg/delivery';
import { openChosenStore, readArguments } from '../settings';
import type { Command } from './command';

export const prune: Command = async (line) => {
  const [id] = readArguments(line, 'prune', { required: [], optional: ['id'] });
  const store = openChosenStore(line);
  const removed: { id: string; version: string }[] = [];
  for (const each of id === undefined ? await listRemoteIds(store) : [id])
    for (const version of await pruneVersions(store, each, new Date())) removed.push({ id: each, version });
  return {
    json: { removed },
    text:
      removed.map(({ id: each, version }) => `Removed ${each} ${version}`).join('\n') ||
      'Every version is still needed. Nothing was removed.',
  };
};
