import type { Readable } from 'node:stream';
import { type Logger, problem } from '@obieg/service-kit';
import { say } from '../messages/server-messages';
import type { Caller } from '../people/caller';
import { idOfTask, readTask } from '../tasks/open-task';
import { type AttachmentRow, selectAttachment } from './attachments.repo';
import { attachmentDisposition } from './file-name';
import type { AttachmentDependencies } from './upload-attachment';

interface Download {
  body: Readable;
  headers: Record<string, string>;
}

/** The file of an attachment, for whoever sees its task, and headers that keep browsers from making a page of it. */
export const openAttachment = async (
  { db, store }: AttachmentDependencies,
  caller: Caller,
  { publicTaskId, attachmentId }: { publicTaskId: number; attachmentId: number },
  log: Logger,
): Promise<Download> => {
  const { parts } = await readTask(db, caller, publicTaskId, (knex) => [
    selectAttachment(knex, idOfTask(knex, publicTaskId), attachmentId),
  ]);
  const row = parts[0]?.[0] as AttachmentRow | undefined;
  if (!row) throw problem.notFound(say(caller.language, 'attachmentNotFound'));
  const body = await store.open(row.object_name).catch((error: unknown) => {
    log.error({ err: error, attachmentId }, 'the store does not give an attachment');
    throw problem.unavailable();
  });
  return {
    body,
    headers: {
      'content-type': row.mime_type,
      'content-length': String(row.file_size),
      'content-disposition': attachmentDisposition(row.original_filename),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      // Not kept by anybody in between, nor shown again without asking: who may see it can change.
      'cache-control': 'private, no-cache',
    },
  };
};
