import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { limits } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';

/** The type and a boundary, which has at most 70 characters (RFC 2046). */
const contentTypeMaxLength = 200;

/** @throws 415 for another type than multipart/form-data, 400 for a missing or invalid boundary */
export const createMultipartParser = (headers: IncomingHttpHeaders): BusboyInstance => {
  const type = headers['content-type'] ?? '';
  const invalidBoundary = () =>
    problem.badRequest('BAD_REQUEST', 'The multipart body has no valid boundary.');
  if (!/^multipart\/form-data\b/i.test(type))
    throw problem.unsupportedMedia('The body must be multipart/form-data.');
  if (type.length > contentTypeMaxLength) throw invalidBoundary();
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': type },
      // A browser sends one part with two headers. A name of 255 characters has at most 765 bytes.
      limits: {
        fileSize: limits.attachmentBytes,
        parts: 4,
        fieldSize: 1024,
        headerPairs: 8,
        headerSize: 2 * 1024,
      },
    });
  } catch {
    throw invalidBoundary();
  }
};

interface BodyOptions {
  maxBytes: number;
  /** Error of a malformed body, and of a client that disconnects. */
  createInterruption: () => Error;
  createTooLarge: () => Error;
  /** Registers the listeners of the parser's events. They call `refuse` to end the request. */
  listen: (refuse: (error: unknown) => void) => void;
}

/**
 * Parses the body until it ends or is refused. The parser processes a chunk synchronously, and a chunk can contain
 * thousands of parts. A refusal in one of its events therefore throws through it, so that nothing after a refused part
 * is parsed.
 */
export const parseBody = (
  request: IncomingMessage,
  parser: BusboyInstance,
  { maxBytes, createInterruption, createTooLarge, listen }: BodyOptions,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let isParsing = false;
    let bytes = 0;
    const fail = (error: unknown): void => {
      request.off('data', parse).off('end', end);
      reject(error);
    };
    const interrupt = (): void => fail(createInterruption());
    const end = (): void => void parser.end();
    const parse = (chunk: Buffer): void => {
      isParsing = true;
      try {
        // The limits of the parser exclude everything besides the parts, and a body may have no Content-Length.
        bytes += chunk.length;
        if (bytes > maxBytes) throw createTooLarge();
        if (parser.write(chunk)) return;
        request.pause();
        parser.once('drain', () => request.resume());
      } catch (error) {
        fail(error);
      } finally {
        isParsing = false;
      }
    };
    listen((error) => {
      fail(error);
      if (isParsing) throw error;
    });
    parser.on('finish', resolve).on('error', interrupt);
    request.on('error', interrupt).on('close', () => {
      if (!request.complete) interrupt();
    });
    request.on('data', parse).on('end', end);
  });
