import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketCredentials } from '../object-store';
import { isSignatureValid } from './presigned-request';

export interface TestBucket {
  /** URL in path style. */
  url: string;
  credentials: BucketCredentials;
  /** Objects by key, to read and to damage. */
  objects: Map<string, Buffer>;
  close(): Promise<void>;
}

const etagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`;

const escapeXml = (text: string): string =>
  text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);

/** ListObjectsV2, 1,000 keys a page, as Amazon S3 answers. */
const listObjects = (objects: Map<string, Buffer>, query: URLSearchParams): string => {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter');
  const entries = new Set<string>();
  for (const key of [...objects.keys()].sort()) {
    if (!key.startsWith(prefix)) continue;
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    entries.add(end < 0 ? key : key.slice(0, end + 1));
  }
  const start = Number(query.get('continuation-token') ?? 0);
  const limit = Number(query.get('max-keys') ?? 1_000);
  const all = [...entries];
  const page = all.slice(start, start + limit);
  const isTruncated = start + limit < all.length;
  const rows = page.map((entry) =>
    delimiter && entry.endsWith(delimiter)
      ? `<CommonPrefixes><Prefix>${escapeXml(entry)}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${escapeXml(entry)}</Key><Size>1</Size></Contents>`,
  );
  const next = isTruncated ? `<NextContinuationToken>${start + limit}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`;
};

const noSuchKey = '<Error><Code>NoSuchKey</Code></Error>';

/** Whether If-Match and If-None-Match allow the write. */
const isAllowed = (request: IncomingMessage, current: Buffer | undefined): boolean => {
  if (request.headers['if-none-match'] === '*') return current === undefined;
  const expected = request.headers['if-match'];
  return expected === undefined || (current !== undefined && etagOf(current) === expected);
};

const credentials: BucketCredentials = {
  region: 'us-east-1',
  accessKeyId: 'test-id',
  secretAccessKey: 'test-secret',
};

/** Verifies the signature of a write. Reads are signed by s3mini, so their presence is enough. */
const isSigned = (request: IncomingMessage, query: URLSearchParams): boolean =>
  request.method === 'PUT'
    ? isSignatureValid(request, query, credentials.secretAccessKey)
    : (request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false);

const respond = (
  response: ServerResponse,
  status: number,
  body: string | Buffer = '',
  etag?: string,
): void => {
  response.writeHead(status, {
    ...(etag ? { etag } : {}),
    'content-length': Buffer.byteLength(body),
    'content-type': typeof body === 'string' ? 'application/xml' : 'application/octet-stream',
  });
  response.end(body);
};

const handle = async (
  objects: Map<string, Buffer>,
  honoursConditions: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket');
  const key = decodeURIComponent(pathname).replace(/^\/[^/]+\/?/, '');
  const content = objects.get(key);
  if (!isSigned(request, searchParams)) respond(response, 403);
  else if (request.method === 'PUT') {
    const body = await buffer(request);
    // Judged after the body arrived, in one step with the write.
    const current = objects.get(key);
    if (honoursConditions && !isAllowed(request, current)) {
      const isMissing = current === undefined;
      respond(response, isMissing ? 404 : 412, isMissing ? noSuchKey : '');
    } else {
      objects.set(key, body);
      respond(response, 200, '', etagOf(body));
    }
  } else if (request.method === 'DELETE') {
    objects.delete(key);
    respond(response, 204);
  } else if (key === '') respond(response, 200, listObjects(objects, searchParams));
  else if (content === undefined) respond(response, 404, noSuchKey);
  else respond(response, 200, content, etagOf(content));
};

/**
 * Starts a bucket in memory that honours conditional writes, which s3rver ignores.
 *
 * @param honoursConditions false: accepts every write, like s3rver and old stores
 */
export const startBucket = async ({ honoursConditions = true } = {}): Promise<TestBucket> => {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    handle(objects, honoursConditions, request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/static`,
    credentials,
    objects,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
