import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type Attachment, limits } from '@obieg/contracts';
import {
  type Actor,
  type Database,
  isProblem,
  type Logger,
  problem,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import { createEntryContext, insertChangeEntry } from '../history/history.repo';
import { translate } from '../messages/server-messages';
import type { SignedInCaller } from '../people/caller';
import { selectEmail } from '../people/people.repo';
import { parseIdempotencyKey } from '../tasks/idempotency';
import { type OpenedTask, openTask, openTaskForUpdate } from '../tasks/open-task';
import { recordTaskChanged } from '../tasks/tasks.events';
import type { AttachmentMetrics } from './attachments.metrics';
import {
  countAttachments,
  findAttachmentByIdempotencyKey,
  insertAttachment,
  presentAttachment,
  touchTask,
} from './attachments.repo';
import { hasContentType } from './check-content-type';
import { type ReceivedFile, receiveFile } from './receive-file';
import type { AttachmentStore } from './storage/attachment-store';
import { newObjectName } from './storage/object-name';
import { abandonUpload, completeUpload, recordUpload } from './unfinished-uploads';

export interface AttachmentDependencies {
  db: Database;
  store: AttachmentStore;
  metrics: AttachmentMetrics;
}

interface Upload {
  incoming: IncomingMessage;
  /** Who sends it, asked once more. @throws 401 */
  findActorNow(): Promise<Actor>;
  /** Aborts when the client has gone. */
  signal: AbortSignal;
  idempotencyKey: string | undefined;
  log: Logger;
}

/** Members attach to the tasks that they see, reporters to their own; a task holds only so many files. */
const checkUpload = async (tx: Tx, caller: SignedInCaller, { row, view }: OpenedTask): Promise<void> => {
  if (view === 'visitor') throw problem.forbidden(translate(caller.language, 'attachForbidden'));
  if ((await countAttachments(tx, row.id)) >= limits.attachmentsPerTaskMax)
    throw problem.conflict('CONFLICT', translate(caller.language, 'tooManyAttachments'));
};

interface StoredFile extends ReceivedFile {
  objectName: string;
  idempotencyKey: string | null;
}

/** Everything is judged again under the task's lock: much may have happened while the file came in. */
const attach = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  file: StoredFile,
): Promise<{ attachment: Attachment; isRepeated: boolean }> =>
  withOrganization(db, caller.entry, async (tx) => {
    const opened = await openTaskForUpdate(tx, caller, publicTaskId);
    const owner = createEntryContext(caller, opened.row);
    const wanted = {
      organization_id: caller.organizationId,
      task_id: opened.row.id,
      object_name: file.objectName,
      original_filename: file.name,
      mime_type: file.type,
      file_size: file.sizeBytes,
      sha256: file.sha256,
      uploaded_by_user_id: caller.actor.userId,
      uploaded_by_email: selectEmail(tx, caller.actor.userId),
      idempotency_key: file.idempotencyKey,
    };
    const first = await findAttachmentByIdempotencyKey(tx, wanted);
    if (first && first.sha256 !== file.sha256)
      throw problem.conflict('CONFLICT', translate(caller.language, 'keyReused'));
    if (first) return { attachment: presentAttachment(first), isRepeated: true };
    await checkUpload(tx, caller, opened);
    if (!(await completeUpload(tx, file.objectName))) throw problem.unavailable();
    const attachment = presentAttachment(await insertAttachment(tx, wanted));
    insertChangeEntry(tx, owner, {
      change_type: 'ATTACHMENT',
      changes: [{ field: 'attachment', label: null, before: null, after: file.name }],
    });
    const updatedAt = await touchTask(tx, opened.row.id);
    recordTaskChanged(tx, { ...opened.row, updated_at: updatedAt }, caller.traceparent);
    return { attachment, isRepeated: false };
  });

/** For what this machine or the store does not take, which is no mistake of who sends it. */
const rethrowAsUnavailable =
  (log: Logger) =>
  (error: unknown): never => {
    if (isProblem(error)) throw error;
    log.error({ err: error }, 'the store does not take an attachment');
    throw problem.unavailable();
  };

/** Hands the file to the store and attaches it; when that fails, the store is as it was before. */
const storeAndAttach = async (
  { db, store }: AttachmentDependencies,
  caller: SignedInCaller,
  publicTaskId: number,
  path: string,
  received: ReceivedFile & { idempotencyKey: string | null },
  { signal, log }: Upload,
): Promise<Attachment> => {
  const { organizationId } = caller;
  const objectName = newObjectName(organizationId);
  const giveUp = (): Promise<void> =>
    abandonUpload(db, store, organizationId, objectName).catch((error: unknown) =>
      log.warn({ err: error, objectName }, 'an upload that came to nothing is left to the sweeper'),
    );
  await recordUpload(db, organizationId, objectName);
  try {
    await store.put(objectName, path).catch(rethrowAsUnavailable(log));
    signal.throwIfAborted();
    const { attachment, isRepeated } = await attach(db, caller, publicTaskId, { ...received, objectName });
    if (isRepeated) await giveUp();
    return attachment;
  } catch (error) {
    await giveUp();
    throw error;
  }
};

/**
 * Attaches the file that the request carries (spec 3 §7). It goes to disk as it comes, is judged there by its content
 * and only then kept. The same Idempotency-Key with the same content attaches once.
 */
export const uploadAttachment = async (
  dependencies: AttachmentDependencies,
  caller: SignedInCaller,
  publicTaskId: number,
  upload: Upload,
): Promise<Attachment> => {
  const { db, store } = dependencies;
  const idempotencyKey = parseIdempotencyKey(upload.idempotencyKey) ?? null;
  await withOrganization(db, caller.entry, async (tx) => {
    const opened = await openTask(tx, caller, publicTaskId);
    if (opened.view === 'visitor' || idempotencyKey === null) await checkUpload(tx, caller, opened);
  });
  await mkdir(store.incomingFolder, { recursive: true }).catch(rethrowAsUnavailable(upload.log));
  const path = join(store.incomingFolder, randomUUID());
  try {
    const received = await receiveFile(upload.incoming, path, caller.language).catch(
      rethrowAsUnavailable(upload.log),
    );
    if (!(await hasContentType(path, received.type)))
      throw problem.unsupportedMedia(translate(caller.language, 'attachmentContentRefused'));
    // A file takes minutes to come in at times: whoever has signed out or left attaches nothing, and nobody by a former role.
    const actor = await upload.findActorNow();
    return await storeAndAttach(
      dependencies,
      { ...caller, actor },
      publicTaskId,
      path,
      { ...received, idempotencyKey },
      upload,
    );
  } finally {
    await rm(path, { force: true });
  }
};
