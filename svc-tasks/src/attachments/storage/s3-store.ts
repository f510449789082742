import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { S3mini, S3ServiceError } from 's3mini';
import type { AttachmentStore } from './attachment-store';

export interface S3StoreOptions {
  /** Address of the bucket, its name in the path. */
  bucketUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Ten megabytes on their way to the store over a poor line; longer than that the caller has gone. */
const answerTimeoutMs = 120_000;

/**
 * A body that is a stream has to be announced as one (WHATWG Fetch). A request that may be redirected is copied
 * beforehand, and with it, chunk by chunk, the whole body; this one is not, and a bucket that has moved is an error.
 */
const unbuffered = { duplex: 'half', redirect: 'error', window: null };

/** What s3mini limits itself is the whole answer, whose length a reader with a slow phone decides; here it is its beginning. */
const fetchBegun: typeof fetch = async (input, init) => {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new Error('The store does not answer in time')),
    answerTimeoutMs,
  );
  try {
    return await fetch(input, { ...init, ...unbuffered, signal: controller.signal } as RequestInit);
  } finally {
    clearTimeout(timer);
  }
};

/** Of an object that is not there most stores say that it has been removed, and some that there is none. */
const passOverMissing = (error: unknown): void => {
  if (!(error instanceof S3ServiceError) || error.serviceCode !== 'NoSuchKey') throw error;
};

/** Keeps attachments in an S3-compatible store. On their way in they rest in this machine's temporary folder. */
export const createS3Store = ({ bucketUrl, ...options }: S3StoreOptions): AttachmentStore => {
  const incomingFolder = join(tmpdir(), 'obieg-incoming');
  const s3 = new S3mini({ ...options, endpoint: bucketUrl, fetch: fetchBegun });
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
      await s3.deleteObject(name).catch(passOverMissing);
    },
    check: async () => {
      await mkdir(incomingFolder, { recursive: true });
      if (!(await s3.bucketExists())) throw new Error('the bucket cannot be reached');
      return 'attachments go to a bucket';
    },
  };
};
