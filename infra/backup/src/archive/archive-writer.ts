import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ObjectStore } from '@obieg/delivery';
import { RefusedError } from '../refused';
import type { Sealing } from './encryption';
import { type Manifest, manifestFile, type Part, serializeManifest } from './manifest';

/** Bounds memory. Far below the size limits of a bucket's single upload and of GCM. */
const partBytesMax = 16 * 1_024 * 1_024;

/** Writes one archive. Its manifest comes last: without it, the archive is not a backup. */
export interface ArchiveWriter {
  write(file: string, content: Buffer): Promise<Part>;
  /** Compresses a stream into numbered parts. Holds two parts in memory. */
  writeStream(file: string, content: Readable): Promise<Part[]>;
  finish(manifest: Manifest): Promise<void>;
}

/** Groups the chunks of a stream into buffers of the part size. */
async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let collected: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    collected.push(chunk);
    bytes += chunk.length;
    if (bytes < partBytesMax) continue;
    yield Buffer.concat(collected);
    collected = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(collected);
}

export const createArchiveWriter = (
  store: ObjectStore,
  folder: string,
  sealing: Sealing | undefined,
): ArchiveWriter => {
  const create = async (file: string, stored: Buffer): Promise<void> => {
    if (!(await store.create(`${folder}/${file}`, stored)))
      throw new RefusedError(`${store.address} already has ${folder}/${file}. Start the backup again.`);
  };
  const write = async (file: string, content: Buffer): Promise<Part> => {
    const stored = sealing ? sealing.seal(file, content) : content;
    await create(file, stored);
    return { file, bytes: stored.length, sha256: createHash('sha256').update(stored).digest('hex') };
  };
  return {
    write,
    writeStream: async (file, content) => {
      const parts: Part[] = [];
      await pipeline(content, createGzip(), async (compressed: AsyncIterable<Buffer>) => {
        for await (const part of inParts(compressed))
          parts.push(await write(`${file}.${String(parts.length + 1).padStart(5, '0')}`, part));
      });
      return parts;
    },
    finish: (manifest) => create(manifestFile, Buffer.from(serializeManifest(manifest, sealing))),
  };
};
