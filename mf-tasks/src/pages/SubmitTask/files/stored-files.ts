import type { PendingAttachment } from '@obieg/contracts';
import { isRecord } from '@obieg/contracts/is-record';
import { draftPrefix, readStoredJson, tabStorage, writeStored } from '@obieg/web-kit';

type StoredFile = Pick<PendingAttachment, 'id' | 'originalFilename' | 'fileSize'>;

/** Uploaded files of a submission that is not sent yet, with the secret that binds them to it. */
export interface StoredFiles {
  /** Undefined until the first file is uploaded. */
  secret: string | undefined;
  files: readonly StoredFile[];
}

const storageKey = `${draftPrefix}submission-files`;

const isFile = (value: unknown): value is StoredFile =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  typeof value['originalFilename'] === 'string' &&
  typeof value['fileSize'] === 'number';

/** Reads the files of a draft from the session storage of the tab, so that they survive a reload. */
export const readStoredFiles = (draftId: string): StoredFiles => {
  const stored = readStoredJson(tabStorage, storageKey);
  if (!isRecord(stored) || stored['draftId'] !== draftId) return { secret: undefined, files: [] };
  const { secret, files } = stored;
  return typeof secret === 'string' && Array.isArray(files) && files.every(isFile)
    ? { secret, files }
    : { secret: undefined, files: [] };
};

export const writeStoredFiles = (draftId: string, files: StoredFiles): void =>
  writeStored(
    tabStorage,
    storageKey,
    JSON.stringify({ draftId, ...files, isEmpty: files.files.length === 0 }),
  );

/** Forgets the files of the tab's draft. The server deletes files that were not submitted within an hour. */
export const clearStoredFiles = (draftId: string): void =>
  writeStoredFiles(draftId, { secret: undefined, files: [] });

/** Returns the secret to submit with the draft. Undefined without files. */
export const findUploadSecret = (draftId: string): string | undefined => {
  const { secret, files } = readStoredFiles(draftId);
  return files.length > 0 ? secret : undefined;
};
