import { pipeline, type Readable } from 'node:stream';
import { type Logger, problem } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';
import type { Caller } from '../people/caller';
import { readTask, selectTaskId } from '../tasks/open-task';
import type { BreakReason } from './attachments.metrics';
import { type AttachmentRow, selectAttachment } from './attachments.repo';
import { attachmentDisposition } from './file-name';
import { CorruptFileError, createIntegrityCheck } from './integrity-check';
import type { AttachmentDependencies } from './upload-attachment';

interface Download {
  body: Readable;
  headers: Record<string, string>;
}

/** The file as the store gives it, broken off where that is not what was uploaded; then somebody has to be told. */
const checkContent = (
  file: Readable,
  row: AttachmentRow,
  { metrics }: Pick<AttachmentDependencies, 'metrics'>,
  log: Logger,
): Readable =>
  pipeline(file, createIntegrityCheck(row), (error) => {
    // Whoever asked has gone.
    if (!error || error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    const reason: BreakReason = error instanceof CorruptFileError ? 'content' : 'store';
    metrics.brokenDownloads.inc({ reason });
    log.error(
      { err: error, reason, attachmentId: row.id, objectName: row.object_name },
      'the download of an attachment was broken off',
    );
  });

/**
 * The file of an attachment, for whoever sees its task, and headers that keep browsers from making a page of it. Its
 * checksum is compared on the way: a file that the store has damaged never arrives as a whole one.
 */
export const openAttachment = async (
  dependencies: AttachmentDependencies,
  caller: Caller,
  { publicTaskId, attachmentId }: { publicTaskId: number; attachmentId: number },
  log: Logger,
): Promise<Download> => {
  const { db, store } = dependencies;
  const { parts } = await readTask(db, caller, publicTaskId, (knex) => [
    selectAttachment(knex, selectTaskId(knex, publicTaskId), attachmentId),
  ]);
  const row = parts[0]?.[0] as AttachmentRow | undefined;
  if (!row) throw problem.notFound(translate(caller.language, 'attachmentNotFound'));
  const file = await store.open(row.object_name).catch((error: unknown) => {
    log.error({ err: error, attachmentId }, 'the store does not give an attachment');
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
      // Not kept by anybody in between, nor shown again without asking: who may see it can change.
      'cache-control': 'private, no-cache',
    },
  };
};
