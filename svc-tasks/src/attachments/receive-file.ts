import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BusboyFileStream } from '@fastify/busboy';
import { type AttachmentType, attachmentTypeOf, type Language, limits } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';
import { cleanFileName } from './file-name';
import { createMultipartParser, parseBody } from './multipart-body';

/** Form field of the uploaded file (spec 3 §7). */
export const fileField = 'file';

/** A file that was completely written to the given path. */
export interface ReceivedFile {
  name: string;
  /** Type of the extension; the content is not checked yet. */
  type: AttachmentType;
  sizeBytes: number;
  sha256: string;
}

/** Boundaries, part headers and a few small fields besides the file. */
const overheadBytes = 64 * 1024;

/** Streams the file to disk and computes size and checksum, so that it is never completely in memory. */
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
    // If the pipeline is aborted while the file is opened, the file would be created after its removal.
    await closed;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
};

/** A failed write destroys the file part with the disk's error. The parser's own errors concern the body. */
const isDiskError = (error: NodeJS.ErrnoException): boolean => error.syscall !== undefined;

type WrittenFile = Awaited<ReturnType<typeof writeFile>>;

/** Cleans the name of a file and finds its type. @throws 415, 422 */
export const checkFileName = (sentName: string, language: Language) => {
  if (sentName.length > limits.attachmentNameLength)
    throw problem.validation([{ field: fileField, message: translate(language, 'attachmentNameTooLong') }]);
  const name = cleanFileName(sentName);
  const type = attachmentTypeOf(name);
  if (!type) throw problem.unsupportedMedia(translate(language, 'attachmentTypeRefused'));
  return { name, type };
};

/** Checks field, name and type of the file part before its content arrives. @throws 415, 422 */
const checkPart = (field: string, sentName: string | undefined, language: Language) => {
  // A form without a chosen file sends a part without a name.
  if (field !== fileField || !sentName)
    throw problem.validation([{ field, message: translate(language, 'attachmentMissing') }]);
  return checkFileName(sentName, language);
};

/**
 * Writes the file of a multipart request to a new path. Removes it if an error occurs.
 *
 * @throws 400 if the body is malformed or interrupted, 413 if it is too large, 415 for another body type or file
 * type, 422 for no file, more than one file, an empty one or a long name. Rethrows errors of the disk.
 */
export const receiveFile = async (
  request: IncomingMessage,
  path: string,
  language: Language,
): Promise<ReceivedFile> => {
  const invalidFile = (key: Parameters<typeof translate>[1]) =>
    problem.validation([{ field: fileField, message: translate(language, key) }]);
  const createTooLarge = () => problem.tooLarge(translate(language, 'attachmentTooLarge'));
  const createInterruption = () =>
    problem.badRequest('BAD_REQUEST', translate(language, 'uploadInterrupted'));
  const maxBytes = limits.attachmentBytes + overheadBytes;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw createTooLarge();
  const parser = createMultipartParser(request.headers);
  const stop = new AbortController();
  let part: ReturnType<typeof checkPart> | undefined;
  let writing: Promise<WrittenFile> | undefined;
  const listen = (refuse: (error: unknown) => void): void => {
    parser.on('file', (field: string, file: BusboyFileStream, sentName: string | undefined) => {
      // Always listen for errors of the part: an unhandled one would end the process.
      file.on('error', (error) => refuse(isDiskError(error) ? error : createInterruption()));
      try {
        if (writing) throw invalidFile('oneAttachment');
        part = checkPart(field, sentName, language);
      } catch (error) {
        return refuse(error);
      }
      file.once('limit', () => refuse(createTooLarge()));
      writing = writeFile(file, path, stop.signal);
      writing.catch(refuse);
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'])
      parser.on(limit, () => refuse(invalidFile('oneAttachment')));
  };
  try {
    await parseBody(request, parser, { maxBytes, createInterruption, createTooLarge, listen });
    const written = await writing;
    if (!part || !written) throw invalidFile('attachmentMissing');
    if (written.sizeBytes === 0) throw invalidFile('attachmentEmpty');
    return { ...part, ...written };
  } catch (error) {
    // The client reads the response only after its whole body was consumed. What is left of it is not parsed.
    request.resume();
    stop.abort();
    await writing?.catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
};
