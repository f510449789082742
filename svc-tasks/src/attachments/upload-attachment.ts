import type { IncomingMessage } from 'node:http';
import type { Attachment } from '@obieg/contracts';
import {
  type Actor,
  type Database,
  type Logger,
  parseIdempotencyKey,
  problem,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { createEntryContext, insertChangeEntry } from '../history/history.repo';
import { selectEmail } from '../members/members.repo';
import { translate } from '../messages/server-messages';
import { uploaderShownByLink } from '../policy/attachments.policy';
import { type OpenedTask, openTask, openTaskForUpdate } from '../tasks/open-task';
import { recordTaskChanged } from '../tasks/tasks.events';
import { updateTaskTime } from '../tasks/tasks.repo';
import type { AttachmentMetrics } from './attachments.metrics';
import {
  countFreeAttachments,
  findAttachmentByIdempotencyKey,
  insertAttachment,
  presentAttachment,
} from './attachments.repo';
import { receiveCheckedFile, rethrowAsUnavailable } from './receive-checked-file';
import type { ReceivedFile } from './receive-file';
import type { AttachmentStore } from './storage/attachment-store';
import { createObjectName } from './storage/object-name';
import { abandonUpload, completeUpload, recordUpload } from './unfinished-uploads';

export interface AttachmentDependencies {
  db: Database;
  store: AttachmentStore;
  metrics: AttachmentMetrics;
}

interface Upload {
  incoming: IncomingMessage;
  /** Authenticates the caller again. @throws 401 */
  findActorNow(): Promise<Actor>;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  idempotencyKey: string | undefined;
  /** Whether the caller has the task by the link of a mail, which shows fewer files. */
  isByLink?: boolean;
  log: Logger;
}

/** @throws 403 for a task that the caller sees as a visitor, 409 if the caller sees the maximum number of files */
const checkUpload = async (
  tx: Tx,
  caller: SignedInCaller,
  { row, view }: OpenedTask,
  isByLink: boolean | undefined,
): Promise<void> => {
  if (view === 'visitor') throw problem.forbidden(translate(caller.language, 'attachForbidden'));
  const uploaderId = isByLink ? uploaderShownByLink(row, caller.actor.userId) : undefined;
  if ((await countFreeAttachments(tx, row.id, uploaderId)) === 0)
    throw problem.conflict('CONFLICT', translate(caller.language, 'tooManyAttachments'));
};

export interface StoredFile extends ReceivedFile {
  objectName: string;
  idempotencyKey: string | null;
  isByLink: boolean | undefined;
}

/**
 * Attaches a stored file to a locked task, once per idempotency key.
 *
 * @throws 403 and 409 as `checkUpload`, 409 if the key was used for another file, 503 if the upload was abandoned
 */
export const attachStoredFile = async (
  tx: Tx,
  caller: SignedInCaller,
  opened: OpenedTask,
  file: StoredFile,
): Promise<{ attachment: Attachment; isRepeated: boolean }> => {
  const attachment = {
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
  const first = await findAttachmentByIdempotencyKey(tx, attachment);
  if (first && first.sha256 !== file.sha256)
    throw problem.conflict('CONFLICT', translate(caller.language, 'keyReused'));
  if (first) return { attachment: presentAttachment(first), isRepeated: true };
  await checkUpload(tx, caller, opened, file.isByLink);
  if (!(await completeUpload(tx, file.objectName))) throw problem.unavailable();
  const inserted = await insertAttachment(tx, attachment);
  insertChangeEntry(tx, createEntryContext(caller, opened.row), {
    change_type: 'ATTACHMENT',
    changes: [{ field: 'attachment', label: null, before: null, after: file.name }],
  });
  const updatedAt = await updateTaskTime(tx, opened.row.id);
  recordTaskChanged(tx, { ...opened.row, updated_at: updatedAt }, caller.traceparent);
  return { attachment: presentAttachment(inserted), isRepeated: false };
};

/** Checks visibility and limits again under the task's lock, because an upload may take minutes. */
const attach = (db: Database, caller: SignedInCaller, publicTaskId: number, file: StoredFile) =>
  withOrganization(db, caller.tenantScope, async (tx) =>
    attachStoredFile(tx, caller, await openTaskForUpdate(tx, caller, publicTaskId), file),
  );

/** Moves the file to the store and attaches it. Removes it from the store if that fails. */
const storeAndAttach = async (
  { db, store }: AttachmentDependencies,
  caller: SignedInCaller,
  publicTaskId: number,
  path: string,
  received: ReceivedFile & { idempotencyKey: string | null },
  { signal, log, isByLink }: Upload,
): Promise<Attachment> => {
  const { organizationId } = caller;
  const objectName = createObjectName(organizationId);
  const abandon = (): Promise<void> =>
    abandonUpload(db, store, organizationId, objectName).catch((error: unknown) =>
      log.warn({ err: error, objectName }, 'could not abandon an upload; the sweeper retries'),
    );
  await recordUpload(db, organizationId, objectName);
  try {
    await store.put(objectName, path).catch(rethrowAsUnavailable(log));
    signal.throwIfAborted();
    const { attachment, isRepeated } = await attach(db, caller, publicTaskId, {
      ...received,
      objectName,
      isByLink,
    });
    if (isRepeated) await abandon();
    return attachment;
  } catch (error) {
    await abandon();
    throw error;
  }
};

/**
 * Attaches the uploaded file (spec 3 §7). Streams it to disk, checks its content there, then moves it to the store.
 * Calls with the same Idempotency-Key and content attach it once.
 */
export const uploadAttachment = async (
  dependencies: AttachmentDependencies,
  caller: SignedInCaller,
  publicTaskId: number,
  upload: Upload,
): Promise<Attachment> => {
  const { db, store } = dependencies;
  const idempotencyKey = parseIdempotencyKey(upload.idempotencyKey) ?? null;
  await withOrganization(db, caller.tenantScope, async (tx) => {
    const opened = await openTask(tx, caller, publicTaskId);
    if (opened.view === 'visitor' || idempotencyKey === null)
      await checkUpload(tx, caller, opened, upload.isByLink);
  });
  return receiveCheckedFile(store, { ...upload, language: caller.language }, async (received, path) => {
    // An upload may take minutes. The session or the roles of the caller may have changed meanwhile.
    const actor = await upload.findActorNow();
    return storeAndAttach(
      dependencies,
      { ...caller, actor },
      publicTaskId,
      path,
      { ...received, idempotencyKey },
      upload,
    );
  });
};
