import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Language } from '@obieg/contracts';
import { isProblem, type Logger, problem } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';
import { hasContentType } from './check-content-type';
import { type ReceivedFile, receiveFile } from './receive-file';
import type { AttachmentStore } from './storage/attachment-store';

interface Incoming {
  incoming: IncomingMessage;
  language: Language;
  log: Logger;
}

/** Maps errors of the disk or the store to 503, because the client did not cause them. */
export const rethrowAsUnavailable =
  (log: Logger) =>
  (error: unknown): never => {
    if (isProblem(error)) throw error;
    log.error({ err: error }, 'could not store an attachment');
    throw problem.unavailable();
  };

/**
 * Streams the file of a request to disk and checks its content there. Then calls `use`, which may move the file to the
 * store. Removes what is left of it.
 *
 * @throws the errors of `receiveFile`, and 415 if the content does not match the extension
 */
export const receiveCheckedFile = async <T>(
  { incomingFolder }: Pick<AttachmentStore, 'incomingFolder'>,
  { incoming, language, log }: Incoming,
  use: (file: ReceivedFile, path: string) => Promise<T>,
): Promise<T> => {
  await mkdir(incomingFolder, { recursive: true }).catch(rethrowAsUnavailable(log));
  const path = join(incomingFolder, randomUUID());
  try {
    const received = await receiveFile(incoming, path, language).catch(rethrowAsUnavailable(log));
    if (!(await hasContentType(path, received.type)))
      throw problem.unsupportedMedia(translate(language, 'attachmentContentRefused'));
    return await use(received, path);
  } finally {
    await rm(path, { force: true });
  }
};
