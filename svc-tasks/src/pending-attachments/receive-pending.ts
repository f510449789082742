import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Language, limits, type PendingAttachment } from '@obieg/contracts';
import { type Logger, problem, withEveryOrganization, withOrganization } from '@obieg/service-kit';
import { receiveCheckedFile, rethrowAsUnavailable } from '../attachments/receive-checked-file';
import type { ReceivedFile } from '../attachments/receive-file';
import { createObjectName } from '../attachments/storage/object-name';
import { abandonUpload, completeUpload, recordUpload } from '../attachments/unfinished-uploads';
import { type FileContent, withCheckedContent } from '../attachments/with-checked-content';
import { translate } from '../messages/server-messages';
import type { PendingDependencies } from './pending.dependencies';
import {
  createUploadSecret,
  hashUploadSecret,
  insertSubmission,
  lockOpenSubmission,
  selectFiles,
} from './pending.repo';
import { checkQuotas } from './quotas';

type Dependencies = Omit<PendingDependencies, 'metrics'>;

interface PendingTarget {
  organizationId: number;
  /** Client address, see `toLimitKey`. */
  principal: string;
  /** Network of the client address, see `toNetworkKey`. */
  network: string;
  language: Language;
  /** Absent for the first file of a submission. */
  secret: string | undefined;
  log: Logger;
}

export interface PendingUpload extends PendingTarget {
  incoming: IncomingMessage;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/** A file of a mail. */
export interface PendingContent extends PendingTarget {
  file: FileContent;
}

/** Where the content of a file is from. */
interface Source {
  /** Size for the quotas before the content is received. */
  announcedBytes: number;
  signal?: AbortSignal;
  receive<T>(use: (file: ReceivedFile, path: string) => Promise<T>): Promise<T>;
}

interface Reservation {
  id: string;
  secret: string;
  secretHash: string;
}

const unknownSecret = (language: Language) => problem.notFound(translate(language, 'uploadSecretUnknown'));

/** The announced size, at most that of a file. A chunked body announces none. */
const announcedBytes = ({ headers }: IncomingMessage): number => {
  const announced = Number(headers['content-length'] ?? limits.attachmentBytes);
  return Math.min(announced, limits.attachmentBytes);
};

/**
 * Charges the file before its body is read, so that slow and parallel uploads cannot exceed a quota. Issues the secret
 * with the first file. @throws 404 if the secret is unknown, used or expired, 409 if a limit is reached
 */
const reserve = (
  { db, quotas }: Dependencies,
  { organizationId, principal, network, language, secret: sent }: PendingTarget,
  bytes: number,
): Promise<Reservation> =>
  // The quota of an address counts in all organizations.
  withEveryOrganization(db, async (tx) => {
    const secret = sent ?? createUploadSecret();
    const secretHash = hashUploadSecret(secret);
    await checkQuotas(tx, { organizationId, principal, network, bytes }, quotas, language);
    if (sent === undefined) await insertSubmission(tx, organizationId, secretHash);
    else if (!(await lockOpenSubmission(tx, organizationId, secretHash, 'share')))
      throw unknownSecret(language);
    const ids = await selectFiles(tx, organizationId, secretHash).pluck('id');
    if (ids.length >= limits.pendingAttachmentsMax)
      throw problem.conflict('CONFLICT', translate(language, 'tooManyPendingAttachments'));
    const id = randomUUID();
    await tx('pending_attachments').insert({
      organization_id: organizationId,
      id,
      secret_hash: secretHash,
      principal,
      network,
      charged_bytes: bytes,
    });
    return { id, secret, secretHash };
  });

/** Deletes the charge of a failed upload, and the submission that it has started. */
const release = (
  { db }: Dependencies,
  { organizationId, secret: sent }: PendingTarget,
  { id, secretHash }: Reservation,
): Promise<void> =>
  withOrganization(db, organizationId, async (tx) => {
    await tx('pending_attachments').where({ id }).whereNull('stored_at').delete();
    if (sent === undefined) await tx('pending_submissions').where({ secret_hash: secretHash }).delete();
  });

/** @throws 404 if the submission was sent meanwhile, 503 if the sweeper has removed the upload */
const complete = (
  { db }: Dependencies,
  { organizationId, language }: PendingTarget,
  { id, secretHash }: Reservation,
  { name, type, sizeBytes, sha256 }: ReceivedFile,
  objectName: string,
): Promise<void> =>
  withOrganization(db, organizationId, async (tx) => {
    if (!(await lockOpenSubmission(tx, organizationId, secretHash, 'share'))) throw unknownSecret(language);
    if (!(await completeUpload(tx, objectName))) throw problem.unavailable();
    const updated = await tx('pending_attachments').where({ id }).whereNull('stored_at').update({
      stored_at: tx.fn.now(),
      object_name: objectName,
      original_filename: name,
      mime_type: type,
      file_size: sizeBytes,
      charged_bytes: sizeBytes,
      sha256,
    });
    if (updated !== 1) throw problem.unavailable();
  });

const store = async (
  dependencies: Dependencies,
  target: PendingTarget,
  { signal, receive }: Source,
  reservation: Reservation,
): Promise<PendingAttachment> =>
  receive(async (received, path) => {
    const { db, store: files } = dependencies;
    const { organizationId, log } = target;
    const objectName = createObjectName(organizationId);
    await recordUpload(db, organizationId, objectName);
    try {
      await files.put(objectName, path).catch(rethrowAsUnavailable(log));
      signal?.throwIfAborted();
      await complete(dependencies, target, reservation, received, objectName);
    } catch (error) {
      await abandonUpload(db, files, organizationId, objectName);
      throw error;
    }
    const { name: originalFilename, type: mimeType, sizeBytes: fileSize } = received;
    return { id: reservation.id, originalFilename, mimeType, fileSize };
  });

interface StoredPendingFile {
  attachment: PendingAttachment;
  uploadSecret: string;
}

const receiveFrom = async (
  dependencies: Dependencies,
  target: PendingTarget,
  source: Source,
): Promise<StoredPendingFile> => {
  const reservation = await reserve(dependencies, target, source.announcedBytes);
  try {
    const attachment = await store(dependencies, target, source, reservation);
    return { attachment, uploadSecret: reservation.secret };
  } catch (error) {
    await release(dependencies, target, reservation).catch((failure: unknown) =>
      target.log.warn({ err: failure }, 'could not release an upload; the sweeper does'),
    );
    throw error;
  }
};

/**
 * Stores a file for a submission that is not sent yet (ADR 0017).
 *
 * @throws 404 if the secret is unknown, used or expired, 409 if a limit is reached, and the errors of `receiveFile`
 */
export const receivePendingFile = (
  dependencies: Dependencies,
  upload: PendingUpload,
): Promise<StoredPendingFile> =>
  receiveFrom(dependencies, upload, {
    announcedBytes: announcedBytes(upload.incoming),
    signal: upload.signal,
    receive: (use) => receiveCheckedFile(dependencies.store, upload, use),
  });

/** Stores a file that is in memory, by the same rules. @throws as `receivePendingFile` */
export const receivePendingContent = (
  dependencies: Dependencies,
  { file, ...target }: PendingContent,
): Promise<StoredPendingFile> =>
  receiveFrom(dependencies, target, {
    announcedBytes: file.content.length,
    receive: (use) => withCheckedContent(dependencies.store, file, target.language, use),
  });
