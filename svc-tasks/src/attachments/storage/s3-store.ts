import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { S3mini, S3ServiceError } from 's3mini';
import type { AttachmentStore } from './attachment-store';

export interface S3StoreOptions {
  /** URL of the bucket in path style. */
  bucketUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Enough for 10 MB over a slow connection to the store. */
const responseTimeoutMs = 120_000;

/**
 * Fetch requires `duplex` for a streamed body. `redirect: 'error'` prevents fetch from buffering the whole body for a
 * possible redirect, so a moved bucket is an error.
 */
const unbuffered = { duplex: 'half', redirect: 'error', window: null };

/** Limits the time until the response begins. s3mini limits the whole response, which a slow client can delay. */
const fetchWithTimeout: typeof fetch = async (input, init) => {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new Error('The store did not respond in time')),
    responseTimeoutMs,
  );
  try {
    return await fetch(input, { ...init, ...unbuffered, signal: controller.signal } as RequestInit);
  } finally {
    clearTimeout(timer);
  }
};

/** Most stores report success when a missing object is removed. Some return NoSuchKey. */
const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof S3ServiceError) || error.serviceCode !== 'NoSuchKey') throw error;
};

/** Stores attachments in an S3-compatible bucket. During an upload, files are in the temporary folder. */
export const createS3Store = ({ bucketUrl, ...options }: S3StoreOptions): AttachmentStore => {
  const incomingFolder = join(tmpdir(), 'obieg-incoming');
  const s3 = new S3mini({ ...options, endpoint: bucketUrl, fetch: fetchWithTimeout });
  return {
    incomingFolder,
    put: async (name, path) => {
      const { size } = await stat(path);
      const content = ReadableStream.from(createReadStream(path)) as globalThis.ReadableStream;
      await s3.putObject(name, content, 'application/octet-stream', undefined, undefined, size);
      await rm(path);
    },
    open: async (name) => {
      const response = await s3.getObjectResponse(name);
      if (!response?.body) throw new Error(`The store has no object ${name}`);
      return Readable.fromWeb(response.body as ReadableStream);
    },
    remove: async (name) => {
      await s3.deleteObject(name).catch(ignoreMissing);
    },
    check: async () => {
      await mkdir(incomingFolder, { recursive: true });
      if (!(await s3.bucketExists())) throw new Error('the bucket is unavailable');
      return 'attachments are stored in a bucket';
    },
  };
};
