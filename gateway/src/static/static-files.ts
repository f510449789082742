import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { GatewayContext } from '../http/request-handler';
import { acceptedEncodings, encodings } from './encoding';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** Rejects hidden files and names with a separator, which could leave the folder. */
const segmentPattern = /^[A-Za-z0-9_@~+-][A-Za-z0-9_.@~+-]*$/;
const hashedName = /[.-][0-9a-f]{8,}\.[a-z0-9.]+$/i;

const versionedRemote = /^\/remotes\/[^/]+\/[^/]+\/.+/;

/** Returns the file for a path below `root`; undefined if the path cannot name a served file. */
const locateFile = (root: string, path: string): string | undefined => {
  const segments = path.split('/').slice(1);
  if (segments.length === 0 || !segments.every((segment) => segmentPattern.test(segment))) return undefined;
  if (types[extname(path)] === undefined) return undefined;
  if (segments[0] === 'remotes') return versionedRemote.test(path) ? join(root, ...segments) : undefined;
  return join(root, 'shell', ...segments);
};

/** Files with a content hash in their name are immutable. Others are revalidated on each request. */
const cacheControlOf = (path: string): string =>
  versionedRemote.test(path) || hashedName.test(path)
    ? 'public, max-age=31536000, immutable'
    : 'public, no-cache';

interface OpenFile {
  handle: FileHandle;
  size: number;
  tag: string;
}

const openFile = async (file: string): Promise<OpenFile | undefined> => {
  let handle: FileHandle;
  try {
    handle = await open(file, 'r');
  } catch {
    return undefined;
  }
  const stats = await handle.stat();
  if (stats.isFile())
    return {
      handle,
      size: stats.size,
      tag: `${stats.size.toString(16)}-${Math.round(stats.mtimeMs).toString(16)}`,
    };
  await handle.close();
  return undefined;
};

/** Opens the best encoding that the client accepts: brotli, gzip or none. */
const openBest = async (file: string, acceptEncoding: string) => {
  const accepted = acceptedEncodings(acceptEncoding);
  for (const { name, ending } of encodings) {
    if (!accepted.has(name)) continue;
    const packed = await openFile(`${file}${ending}`);
    if (packed) return { ...packed, encoding: name };
  }
  const plain = await openFile(file);
  return plain && { ...plain, encoding: undefined };
};

const isFresh = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch
    .split(',')
    .some((candidate) => candidate.trim().replace(/^W\//, '') === tag || candidate.trim() === '*');

/** Serves files of the shell and the remotes. @returns false if there is no such file */
export const createStaticFiles = (root: string) => ({
  serve: async (context: GatewayContext): Promise<boolean> => {
    const { path } = context.state.target;
    const file = locateFile(root, path);
    const found = file && (await openBest(file, context.get('accept-encoding')));
    if (!found) return false;
    const tag = `"${found.tag}${found.encoding ? `-${found.encoding}` : ''}"`;
    context.set({
      'cache-control': cacheControlOf(path),
      vary: 'accept-encoding',
      etag: tag,
      'content-type': types[extname(path)] ?? 'application/octet-stream',
    });
    if (isFresh(context.get('if-none-match'), tag)) {
      await found.handle.close();
      context.status = 304;
      return true;
    }
    context.status = 200;
    if (found.encoding) context.set('content-encoding', found.encoding);
    context.length = found.size;
    if (context.method === 'HEAD') {
      await found.handle.close();
      context.respond = false;
      context.res.end();
    } else context.body = createReadStream('', { fd: found.handle });
    return true;
  },
});
