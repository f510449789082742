import { deployFolders, publishFolder } from '@obieg/delivery';
import { createProgress, formatSize } from '../report';
import { openChosenStore, readArguments, readAuthor, readPrivateKey, requireRemoteKeys } from '../settings';
import { UsageError } from '../usage';
import type { Command } from './command';

export const publish: Command = async (line, progress) => {
  const [folder = ''] = readArguments(line, 'publish', { required: ['folder'] });
  const store = openChosenStore(line);
  const published = await publishFolder({
    store,
    folder,
    privateKey: readPrivateKey(line),
    keys: await requireRemoteKeys(line, store, progress),
    onProgress: createProgress(progress),
  });
  const { id, version, isNew, fileCount, bytes } = published;
  return {
    json: published,
    text: isNew
      ? `Published ${id} ${version}: ${fileCount} files, ${formatSize(bytes)}, to ${store.address}\nRelease it: deliver release ${id} ${version}`
      : `${id} ${version} is already published with the same files. Nothing was uploaded.`,
  };
};

/** Publishes and releases everything that one image or build contains. */
export const deploy: Command = async (line, progress) => {
  const folders = line.positionals.slice(1);
  if (folders.length === 0) throw new UsageError('deploy takes: <folder>...');
  const store = openChosenStore(line);
  const deployed = await deployFolders({
    store,
    folders,
    privateKey: readPrivateKey(line),
    keys: await requireRemoteKeys(line, store, progress),
    ...readAuthor(line),
    onProgress: (_folder, step) => createProgress(progress)(step),
  });
  return {
    json: { deployed },
    text: deployed
      .map(({ id, version, isReleased }) => `${id} ${version}: ${isReleased ? 'released' : 'left as it is'}`)
      .join('\n'),
  };
};
