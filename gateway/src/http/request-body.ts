import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { problem } from '@obieg/service-kit';

/** After a rejection, the rest of a body is discarded up to this size. A longer one closes the connection. */
const maxDiscardedBytes = 32 * 1024 * 1024;

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;

/** @throws 413 for an announced length above the limit, 400 for an ambiguous transfer encoding */
export const checkBodyHeaders = ({ headers }: IncomingMessage, limitBytes: number): void => {
  const encoding = headers['transfer-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked')
    throw problem.badRequest('BAD_REQUEST', 'This transfer encoding is not accepted.');
  if (Number(headers['content-length'] ?? 0) > limitBytes) throw problem.tooLarge();
};

/**
 * Returns the body as a stream that fails with 413 beyond the limit. The dispatcher may destroy this stream without
 * closing the client's connection.
 */
export const meterBody = (request: IncomingMessage, limitBytes: number): Transform => {
  let size = 0;
  const meter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      done(size > limitBytes ? problem.tooLarge() : null, chunk);
    },
  });
  request.once('close', () => {
    if (!request.complete) meter.destroy(new Error('The client disconnected.'));
  });
  request.pipe(meter);
  return meter;
};

/**
 * Reads a small body completely. The deadline limits how long a slow client occupies memory. @throws 413 beyond the
 * limit, 400 after the deadline @returns the received part if the client disconnects
 */
export const collectBody = (
  request: IncomingMessage,
  limitBytes: number,
  deadlineMs: number,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const fail = (error: Error): void => {
      clearTimeout(timer);
      request.off('data', take);
      chunks = [];
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > limitBytes) fail(problem.tooLarge());
    };
    const finish = (): void => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks));
    };
    const timer = setTimeout(
      () => fail(problem.badRequest('BAD_REQUEST', 'The body took too long to arrive.')),
      deadlineMs,
    );
    request.on('data', take).once('end', finish).once('close', finish);
  });

/** Discards the rest of a body, so that the client can read the response. */
export const discardBody = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return;
  let size = 0;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxDiscardedBytes) request.socket.destroy();
  });
  request.resume();
};
