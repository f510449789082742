import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { type AttachmentType, attachmentTypeOf, type Language, limits } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';
import { cleanFileName } from './file-name';

/** Field of the one file that an upload carries (spec 3 §7). */
export const fileField = 'file';

/** A complete file at the path that it was to be written to. */
export interface ReceivedFile {
  name: string;
  /** What the name's extension promises. */
  type: AttachmentType;
  sizeBytes: number;
  sha256: string;
}

/** Boundaries, part headers and a few small fields around the file. */
const overheadBytes = 64 * 1024;

const createParser = (headers: IncomingHttpHeaders): BusboyInstance => {
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(type))
    throw problem.unsupportedMedia('The body must be multipart/form-data.');
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': type },
      limits: {
        fileSize: limits.attachmentBytes,
        parts: 8,
        fieldSize: 1024,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch {
    throw problem.badRequest('BAD_REQUEST', 'The multipart body names no boundary.');
  }
};

/** Writes the file as it comes and counts and sums what passes, so that it is never held whole. */
const writeFile = async (file: Readable, path: string, signal: AbortSignal) => {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const meter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sizeBytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const closed = new Promise<void>((resolve) => target.once('close', resolve));
  try {
    await pipeline(file, meter, target, { signal });
  } finally {
    // Broken off while it was being opened, the file would come into being behind whoever removes it.
    await closed;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
};

/** Of this machine's disk, which ends its source with what has happened to it; the parser's errors are of the body. */
const isDiskError = (error: NodeJS.ErrnoException): boolean => error.syscall !== undefined;

type Written = Awaited<ReturnType<typeof writeFile>>;

/** The file part as it begins: refused by its name before its content is waited for. */
const checkPart = (field: string, sentName: string | undefined, language: Language) => {
  // A form whose picker was left empty sends a part without a name.
  if (field !== fileField || !sentName)
    throw problem.validation([{ field, message: translate(language, 'attachmentMissing') }]);
  const name = cleanFileName(sentName);
  const type = attachmentTypeOf(name);
  if (!type) throw problem.unsupportedMedia(translate(language, 'attachmentTypeRefused'));
  return { name, type };
};

/**
 * Reads the one file of a multipart request to a path that nothing is at yet. Throws 400 for a body that is no multipart
 * or breaks off, 413 beyond the limit, 415 for a name that promises nothing acceptable, 422 for no file, more than one
 * or an empty one, and as it came what the disk says of a file that it does not take; then nothing is left at the path.
 */
export const receiveFile = async (
  request: IncomingMessage,
  path: string,
  language: Language,
): Promise<ReceivedFile> => {
  const refuse = (key: Parameters<typeof translate>[1]) =>
    problem.validation([{ field: fileField, message: translate(language, key) }]);
  const tooLarge = () => problem.tooLarge(translate(language, 'attachmentTooLarge'));
  const bodyBytesMax = limits.attachmentBytes + overheadBytes;
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) throw tooLarge();
  const parser = createParser(request.headers);
  const stop = new AbortController();
  let part: ReturnType<typeof checkPart> | undefined;
  let writing: Promise<Written> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const rejectAsInterrupted = (): void =>
        reject(problem.badRequest('BAD_REQUEST', translate(language, 'uploadInterrupted')));
      parser.on('file', (field: string, file: BusboyFileStream, sentName: string | undefined) => {
        // Whatever becomes of the parser, an error of its part must not end the process.
        file.on('error', (error) => (isDiskError(error) ? reject(error) : rejectAsInterrupted()));
        try {
          if (writing) throw refuse('oneAttachment');
          part = checkPart(field, sentName, language);
        } catch (error) {
          file.resume();
          return reject(error);
        }
        file.once('limit', () => reject(tooLarge()));
        writing = writeFile(file, path, stop.signal);
        writing.catch(reject);
      });
      for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'])
        parser.on(limit, () => reject(refuse('oneAttachment')));
      parser.on('finish', resolve);
      parser.on('error', rejectAsInterrupted);
      request.on('error', rejectAsInterrupted).on('close', () => {
        if (!request.complete) rejectAsInterrupted();
      });
      // What stands around the file counts, too, and a body may come without having said its length.
      let bodyBytes = 0;
      request.on('data', (chunk: Buffer) => {
        bodyBytes += chunk.length;
        if (bodyBytes > bodyBytesMax) reject(tooLarge());
      });
      request.pipe(parser);
    });
    const written = await writing;
    if (!part || !written) throw refuse('attachmentMissing');
    if (written.sizeBytes === 0) throw refuse('attachmentEmpty');
    return { ...part, ...written };
  } catch (error) {
    // Unpiping pauses, and the rest has to be read away before the client hears the answer.
    request.unpipe(parser).resume();
    stop.abort();
    await writing?.catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
};
