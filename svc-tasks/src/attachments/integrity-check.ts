import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { AttachmentRow } from './attachments.repo';

/** The stored file differs from the uploaded one. */
export class CorruptFileError extends Error {}

/**
 * Passes a file through and compares size and checksum with its row. Delays each chunk until the next one arrives,
 * and the last chunk until the checksum matches. A corrupt file therefore ends early with an error, and the client
 * never receives a complete download.
 */
export const createIntegrityCheck = ({
  file_size: expectedBytes,
  sha256,
}: Pick<AttachmentRow, 'file_size' | 'sha256'>): Transform => {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let delayed: Buffer | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > expectedBytes)
        return done(new CorruptFileError(`The file is longer than ${expectedBytes} bytes`));
      hash.update(chunk);
      const previous = delayed;
      delayed = chunk;
      done(null, previous);
    },
    flush(done) {
      if (sizeBytes < expectedBytes)
        return done(new CorruptFileError(`The file has ${sizeBytes} of ${expectedBytes} bytes`));
      if (hash.digest('hex') !== sha256)
        return done(new CorruptFileError('The checksum of the file does not match'));
      done(null, delayed);
    },
  });
};
