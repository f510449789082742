import { extname } from 'node:path';

/** Content types of the files that the gateway serves. Pages are not among them. */
const types: Readonly<Record<string, string>> = {
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

/** Encodings of precompressed files, best first. */
export const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/** Returns undefined for a file that is not served. */
export const findContentType = (path: string): string | undefined => {
  const extension = extname(path);
  return Object.hasOwn(types, extension) ? types[extension] : undefined;
};

/** The shell's page. It is rendered, never served as a file. */
export const pageTemplate = 'index.html';

const packedEnding = /\.(?:br|gz)$/;

/** Whether the gateway needs a file of a version: it serves it, plain or compressed, or renders it. */
export const isNeeded = (path: string): boolean =>
  path === pageTemplate || findContentType(path.replace(packedEnding, '')) !== undefined;
