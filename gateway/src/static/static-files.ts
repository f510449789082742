import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { GatewayContext } from '../http/request-handler';
import { encodings, findContentType } from '../releases/file-types';
import type { CachedVersion } from '../releases/version-cache';
import { acceptedEncodings } from './encoding';

const remotePattern = /^\/remotes\/([^/]+)\/([^/]+)\/(.+)$/;
const rootPattern = /^\/([^/]+)$/;

interface StaticFilesOptions {
  /** Finds a version that pages get or that open tabs may still need. */
  findVersion(id: string, version: string): Promise<CachedVersion | undefined>;
  /** Finds the shell's version that the pages of an organization get. */
  findShell(context: GatewayContext): Promise<CachedVersion | undefined>;
}

interface ServedFile {
  version: CachedVersion;
  /** Path within the version. */
  file: string;
  cacheControl: string;
}

interface Variant {
  file: string;
  digest: string;
  encoding: string | undefined;
}

/** Chooses the best encoding that the client accepts: brotli, gzip or none. */
const chooseVariant = ({ version, file }: ServedFile, acceptEncoding: string): Variant | undefined => {
  const { files } = version.manifest;
  const accepted = acceptedEncodings(acceptEncoding);
  const variants = [
    ...encodings
      .filter(({ name }) => accepted.has(name))
      .map(({ name, ending }) => ({ file: `${file}${ending}`, encoding: name })),
    { file, encoding: undefined },
  ];
  for (const variant of variants) {
    const digest = Object.hasOwn(files, variant.file) ? files[variant.file] : undefined;
    if (digest !== undefined) return { ...variant, digest };
  }
  return undefined;
};

const isFresh = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch
    .split(',')
    .some((candidate) => candidate.trim().replace(/^W\//, '') === tag || candidate.trim() === '*');

const openCopy = async (folder: string, file: string): Promise<FileHandle | undefined> => {
  try {
    return await open(join(folder, ...file.split('/')), 'r');
  } catch {
    // The version was evicted in this moment.
    return undefined;
  }
};

/** Sends the verified copy. @returns false if it does not exist */
const sendVariant = async (context: GatewayContext, folder: string, variant: Variant): Promise<boolean> => {
  const handle = await openCopy(folder, variant.file);
  if (!handle) return false;
  context.status = 200;
  if (variant.encoding) context.set('content-encoding', variant.encoding);
  context.length = (await handle.stat()).size;
  if (context.method === 'HEAD') {
    await handle.close();
    context.respond = false;
    context.res.end();
  } else context.body = createReadStream('', { fd: handle });
  return true;
};

/** Serves files of versions, and files such as `/icon.svg` of the shell. Only files that a manifest lists exist. */
export const createStaticFiles = ({ findVersion, findShell }: StaticFilesOptions) => {
  const locate = async (context: GatewayContext): Promise<ServedFile | undefined> => {
    const { path } = context.state.target;
    const [, id = '', version = '', file = ''] = remotePattern.exec(path) ?? [];
    if (file !== '') {
      const found = await findVersion(id, version);
      return found && { version: found, file, cacheControl: 'public, max-age=31536000, immutable' };
    }
    const rootFile = rootPattern.exec(path)?.[1];
    const shell = rootFile === undefined ? undefined : await findShell(context);
    return rootFile !== undefined && shell
      ? { version: shell, file: rootFile, cacheControl: 'public, no-cache' }
      : undefined;
  };

  return {
    /** @returns false if there is no such file */
    serve: async (context: GatewayContext): Promise<boolean> => {
      const type = findContentType(context.state.target.path);
      const served = type === undefined ? undefined : await locate(context);
      const variant = served && chooseVariant(served, context.get('accept-encoding'));
      if (type === undefined || !served || !variant) return false;
      const tag = `"${variant.digest.slice('sha384-'.length, 39)}"`;
      context.set({
        'cache-control': served.cacheControl,
        vary: 'accept-encoding',
        etag: tag,
        'content-type': type,
      });
      if (isFresh(context.get('if-none-match'), tag)) {
        context.status = 304;
        return true;
      }
      return sendVariant(context, served.version.folder, variant);
    },
  };
};
