import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { problem } from '@obieg/service-kit';

/** After a refusal the rest of a body is read and thrown away up to this size; a longer one loses its connection. */
const maxDiscardedBytes = 32 * 1024 * 1024;

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;

/** 413 by the announced length, 400 for an encoding of the transfer that could be read in two ways. */
export const checkBodyHeaders = ({ headers }: IncomingMessage, limitBytes: number): void => {
  const encoding = headers['transfer-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked')
    throw problem.badRequest('BAD_REQUEST', 'The encoding of the transfer is not accepted.');
  if (Number(headers['content-length'] ?? 0) > limitBytes) throw problem.tooLarge();
};

/**
 * The body on its way to a service, counted: more than the limit destroys it with a 413. A stream of its own, because
 * whoever sends it on may destroy it, and the client's connection must outlive that.
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
    if (!request.complete) meter.destroy(new Error('The client went away.'));
  });
  request.pipe(meter);
  return meter;
};

/**
 * A small body as a whole; 413 beyond the limit, 400 when it is not there in time, since it takes memory until then. Of
 * a client that goes away only what has come.
 */
export const collectBody = (
  request: IncomingMessage,
  limitBytes: number,
  deadlineMs: number,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const refuse = (error: Error): void => {
      clearTimeout(timer);
      request.off('data', take);
      chunks = [];
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > limitBytes) refuse(problem.tooLarge());
    };
    const finish = (): void => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks));
    };
    const timer = setTimeout(
      () => refuse(problem.badRequest('BAD_REQUEST', 'The body took too long to come.')),
      deadlineMs,
    );
    request.on('data', take).once('end', finish).once('close', finish);
  });

/** Reads the rest of a body into nothing, so that the client gets to read the answer. */
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
