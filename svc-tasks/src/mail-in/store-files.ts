import type { Language } from '@obieg/contracts';
import { type Database, isProblem, type Logger } from '@obieg/service-kit';
import { rethrowAsUnavailable } from '../attachments/receive-checked-file';
import type { ReceivedFile } from '../attachments/receive-file';
import type { AttachmentStore } from '../attachments/storage/attachment-store';
import { createObjectName } from '../attachments/storage/object-name';
import { abandonUpload, recordUpload } from '../attachments/unfinished-uploads';
import { withCheckedContent } from '../attachments/with-checked-content';
import type { MailedFile } from './parse-mail';

/** As many as a submission can have. */
const filesMax = 10;

export interface FileDependencies {
  db: Database;
  store: AttachmentStore;
  log: Logger;
}

export interface StoredMailFile extends ReceivedFile {
  objectName: string;
}

interface StoredFiles {
  files: StoredMailFile[];
  /** Names of the files that the rules of uploads refuse. */
  refused: string[];
  /** Removes from the store what no transaction has attached. */
  abandon(): Promise<void>;
}

/** Whether the rules refuse the file. Other errors concern the disk or the store. */
const isRefusal = (error: unknown): boolean => isProblem(error) && error.status < 500;

/** Stores the accepted files of a mail, before the transaction that attaches them. */
export const storeFiles = async (
  { db, store, log }: FileDependencies,
  organizationId: number,
  mailed: readonly MailedFile[],
  language: Language,
): Promise<StoredFiles> => {
  const recorded: string[] = [];
  const stored: StoredFiles = {
    files: [],
    refused: mailed.slice(filesMax).map(({ name }) => name),
    abandon: async () => {
      for (const objectName of recorded)
        await abandonUpload(db, store, organizationId, objectName).catch((error: unknown) =>
          log.warn({ err: error, objectName }, 'could not abandon a file of a mail; the sweeper retries'),
        );
    },
  };
  try {
    for (const file of mailed.slice(0, filesMax)) {
      await withCheckedContent(store, file, language, async (received, path) => {
        const objectName = createObjectName(organizationId);
        await recordUpload(db, organizationId, objectName);
        recorded.push(objectName);
        await store.put(objectName, path).catch(rethrowAsUnavailable(log));
        stored.files.push({ ...received, objectName });
      }).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        stored.refused.push(file.name);
      });
    }
  } catch (error) {
    await stored.abandon();
    throw error;
  }
  return stored;
};
