import { S3mini, S3ServiceError } from 's3mini';
import {
  type BucketCredentials,
  checkKey,
  checkPrefix,
  type ObjectStore,
  objectBytesMax,
} from './object-store';

const timeoutMs = 60_000;

/** Long enough for a slow upload of the largest object, short enough to be useless later. */
const signatureSeconds = 300;

/** Precondition failed, or a concurrent conditional write of the same object. */
const lostStatuses = new Set([409, 412]);

const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof S3ServiceError) || error.serviceCode !== 'NoSuchKey') throw error;
};

/** Stores objects in an S3-compatible bucket, which must honour `If-None-Match: *` and `If-Match` of PutObject. */
export const createBucketStore = (bucketUrl: string, credentials: BucketCredentials): ObjectStore => {
  const { protocol, host, pathname } = new URL(bucketUrl);
  const address = `${protocol}//${host}${pathname.replace(/(?<!\/)\/+$/, '')}`;
  const s3 = new S3mini({ ...credentials, endpoint: address, requestAbortTimeout: timeoutMs });

  const read: ObjectStore['read'] = async (key) => {
    checkKey(key);
    const response = await s3.getObjectResponse(key);
    if (!response) return undefined;
    if (Number(response.headers.get('content-length') ?? 0) > objectBytesMax) {
      await response.body?.cancel();
      throw new Error(`${key} in ${address} is larger than ${objectBytesMax} bytes`);
    }
    const tag = response.headers.get('etag');
    if (tag === null) throw new Error(`${address} returns no ETag for ${key}`);
    return { content: Buffer.from(await response.arrayBuffer()), tag };
  };

  /** s3mini's putObject has no conditional headers; a presigned address signs them. */
  const put = async (key: string, content: Buffer, condition: Record<string, string>): Promise<boolean> => {
    checkKey(key);
    const url = await s3.getPresignedUrl('PUT', key, signatureSeconds, {}, condition);
    const response = await fetch(url, {
      method: 'PUT',
      body: new Uint8Array(content),
      headers: { ...condition, 'content-type': 'application/octet-stream' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = await response.text();
    const isGone = response.status === 404 && answer.includes('NoSuchKey');
    if (isGone || lostStatuses.has(response.status)) return false;
    if (!response.ok) throw new Error(`${address} refused to store ${key}: HTTP ${response.status}`);
    return true;
  };

  const listKeys = async (prefix: string, options: Record<string, string>): Promise<string[]> => {
    checkPrefix(prefix);
    const objects = await s3.listObjects('/', prefix, undefined, options);
    if (objects === null) throw new Error(`The bucket ${address} does not exist`);
    return objects.map(({ Key }) => Key).filter((key) => key.startsWith(prefix) && key !== prefix);
  };

  return {
    address,
    read,
    list: (prefix) => listKeys(prefix, {}),
    listFolders: async (prefix) =>
      (await listKeys(prefix, { delimiter: '/' }))
        .filter((key) => key.endsWith('/'))
        .map((key) => key.slice(prefix.length, -1)),
    create: (key, content) => put(key, content, { 'if-none-match': '*' }),
    replace: (key, content, tag) => put(key, content, { 'if-match': tag }),
    remove: async (key) => {
      checkKey(key);
      await s3.deleteObject(key).catch(ignoreMissing);
    },
  };
};
