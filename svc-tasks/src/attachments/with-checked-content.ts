import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, limits } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';
import { hasContentType } from './check-content-type';
import { checkFileName, type ReceivedFile } from './receive-file';
import type { AttachmentStore } from './storage/attachment-store';

/** A file that is already in memory, for example a part of a mail. */
export interface FileContent {
  name: string;
  content: Buffer;
}

/**
 * Checks a file by the rules of an upload and writes it to disk. Then calls `use`, which may move the file to the store.
 * Removes what is left of it.
 *
 * @throws 413 if it is too large, 415 if its type is not accepted or its content has another one, 422 for a long name
 */
export const withCheckedContent = async <T>(
  { incomingFolder }: Pick<AttachmentStore, 'incomingFolder'>,
  { name: sentName, content }: FileContent,
  language: Language,
  use: (file: ReceivedFile, path: string) => Promise<T>,
): Promise<T> => {
  const named = checkFileName(sentName, language);
  if (content.length > limits.attachmentBytes)
    throw problem.tooLarge(translate(language, 'attachmentTooLarge'));
  await mkdir(incomingFolder, { recursive: true });
  const path = join(incomingFolder, randomUUID());
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600 });
    if (!(await hasContentType(path, named.type)))
      throw problem.unsupportedMedia(translate(language, 'attachmentContentRefused'));
    const sha256 = createHash('sha256').update(content).digest('hex');
    return await use({ ...named, sizeBytes: content.length, sha256 }, path);
  } finally {
    await rm(path, { force: true });
  }
};
