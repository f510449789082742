import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Whether a presigned request has the signature of AWS Signature Version 4, its conditions included. */
export const isSignatureValid = (
  request: IncomingMessage,
  query: URLSearchParams,
  secret: string,
): boolean => {
  const signedHeaders = query.get('X-Amz-SignedHeaders') ?? '';
  const conditions = ['if-match', 'if-none-match'].filter((name) => request.headers[name] !== undefined);
  if (!['host', ...conditions].every((name) => signedHeaders.split(';').includes(name))) return false;
  const canonicalQuery = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = signedHeaders.split(';').map((name) => `${name}:${request.headers[name]}\n`);
  const path = request.url?.split('?')[0];
  const canonicalRequest = `${request.method}\n${path}\n${canonicalQuery}\n${headers.join('')}\n${signedHeaders}\nUNSIGNED-PAYLOAD`;
  const scope = (query.get('X-Amz-Credential') ?? '').split('/').slice(1);
  const hash = createHash('sha256').update(canonicalRequest).digest('hex');
  const text = `AWS4-HMAC-SHA256\n${query.get('X-Amz-Date')}\n${scope.join('/')}\n${hash}`;
  const key = scope.reduce<Buffer>((previous, part) => hmac(previous, part), Buffer.from(`AWS4${secret}`));
  return hmac(key, text).toString('hex') === query.get('X-Amz-Signature');
};
