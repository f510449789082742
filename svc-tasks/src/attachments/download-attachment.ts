import { pipeline, type Readable } from 'node:stream';
import { type Logger, problem } from '@obieg/service-kit';
import type { Caller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import { readTask, selectTaskId } from '../tasks/open-task';
import type { AbortReason } from './attachments.metrics';
import { type AttachmentRow, selectAttachment } from './attachments.repo';
import { attachmentDisposition } from './file-name';
import { CorruptFileError, createIntegrityCheck } from './integrity-check';
import type { AttachmentDependencies } from './upload-attachment';

interface Download {
  body: Readable;
  headers: Record<string, string>;
}

/** Aborts the download if the stored file is corrupt or the store fails. Counts and logs both. */
const checkContent = (
  file: Readable,
  row: AttachmentRow,
  { metrics }: Pick<AttachmentDependencies, 'metrics'>,
  log: Logger,
): Readable =>
  pipeline(file, createIntegrityCheck(row), (error) => {
    // The client disconnected.
    if (!error || error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    const reason: AbortReason = error instanceof CorruptFileError ? 'content' : 'store';
    metrics.brokenDownloads.inc({ reason });
    log.error(
      { err: error, reason, attachmentId: row.id, objectName: row.object_name },
      'aborted the download of an attachment',
    );
  });

/**
 * Returns the file of an attachment to callers who may see its task. The headers prevent browsers from rendering it.
 *
 * @throws 404 if task or attachment does not exist or is not visible, 503 if the store fails
 */
export const openAttachment = async (
  dependencies: AttachmentDependencies,
  caller: Caller,
  { publicTaskId, attachmentId }: { publicTaskId: number; attachmentId: number },
  log: Logger,
): Promise<Download> => {
  const { db, store } = dependencies;
  const { parts } = await readTask(db, caller, publicTaskId, (knex) => [
    selectAttachment(knex, selectTaskId(knex, caller, publicTaskId), attachmentId),
  ]);
  const row = parts[0]?.[0] as AttachmentRow | undefined;
  if (!row) throw problem.notFound(translate(caller.language, 'attachmentNotFound'));
  const file = await store.open(row.object_name).catch((error: unknown) => {
    log.error({ err: error, attachmentId }, 'could not read an attachment from the store');
    throw problem.unavailable();
  });
  return {
    body: checkContent(file, row, dependencies, log),
    headers: {
      'content-type': row.mime_type,
      'content-length': String(row.file_size),
      'content-disposition': attachmentDisposition(row.original_filename),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      // Every use of a cached copy must be revalidated, because the caller may lose access to the task.
      'cache-control': 'private, no-cache',
    },
  };
};
