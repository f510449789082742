import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { AttachmentRow } from './attachments.repo';

/** The store gave something else than was uploaded. */
export class CorruptFileError extends Error {}

/**
 * Passes a file on as it comes and compares it with what its row says. The latest piece is held back until the whole is
 * known to be right: a file that is not what was uploaded ends short and with an error, so that nobody takes it for
 * whole, and never goes beyond the size that was announced.
 */
export const createIntegrityCheck = ({
  file_size: announcedBytes,
  sha256,
}: Pick<AttachmentRow, 'file_size' | 'sha256'>): Transform => {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let held: Buffer | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > announcedBytes)
        return done(new CorruptFileError(`The file is longer than ${announcedBytes} bytes`));
      hash.update(chunk);
      const passed = held;
      held = chunk;
      done(null, passed);
    },
    flush(done) {
      if (sizeBytes < announcedBytes)
        return done(new CorruptFileError(`The file has ${sizeBytes} of ${announcedBytes} bytes`));
      if (hash.digest('hex') !== sha256)
        return done(new CorruptFileError('The file has another checksum than was uploaded'));
      done(null, held);
    },
  });
};
