import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Language, limits, type PendingAttachment } from '@obieg/contracts';
import { type Logger, problem, withEveryOrganization, withOrganization } from '@obieg/service-kit';
import { receiveCheckedFile, rethrowAsUnavailable } from '../attachments/receive-checked-file';
import type { ReceivedFile } from '../attachments/receive-file';
import { createObjectName } from '../attachments/storage/object-name';
import { abandonUpload, completeUpload, recordUpload } from '../attachments/unfinished-uploads';
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

export interface PendingUpload {
  organizationId: number;
  /** Client address, see `toLimitKey`. */
  principal: string;
  /** Network of the client address, see `toNetworkKey`. */
  network: string;
  language: Language;
  incoming: IncomingMessage;
  /** Absent for the first file of a submission. */
  secret: string | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  log: Logger;
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
  { db, quotas }: PendingDependencies,
  { organizationId, principal, network, language, incoming, secret: sent }: PendingUpload,
): Promise<Reservation> =>
  // The quota of an address counts in all organizations.
  withEveryOrganization(db, async (tx) => {
    const secret = sent ?? createUploadSecret();
    const secretHash = hashUploadSecret(secret);
    const bytes = announcedBytes(incoming);
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
  { db }: PendingDependencies,
  { organizationId, secret: sent }: PendingUpload,
  { id, secretHash }: Reservation,
): Promise<void> =>
  withOrganization(db, organizationId, async (tx) => {
    await tx('pending_attachments').where({ id }).whereNull('stored_at').delete();
    if (sent === undefined) await tx('pending_submissions').where({ secret_hash: secretHash }).delete();
  });

/** @throws 404 if the submission was sent meanwhile, 503 if the sweeper has removed the upload */
const complete = (
  { db }: PendingDependencies,
  { organizationId, language }: PendingUpload,
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
  dependencies: PendingDependencies,
  upload: PendingUpload,
  reservation: Reservation,
): Promise<PendingAttachment> =>
  receiveCheckedFile(dependencies.store, upload, async (received, path) => {
    const { db, store: files } = dependencies;
    const { organizationId, signal, log } = upload;
    const objectName = createObjectName(organizationId);
    await recordUpload(db, organizationId, objectName);
    try {
      await files.put(objectName, path).catch(rethrowAsUnavailable(log));
      signal.throwIfAborted();
      await complete(dependencies, upload, reservation, received, objectName);
    } catch (error) {
      await abandonUpload(db, files, organizationId, objectName);
      throw error;
    }
    const { name: originalFilename, type: mimeType, sizeBytes: fileSize } = received;
    return { id: reservation.id, originalFilename, mimeType, fileSize };
  });

/**
 * Stores a file for a submission that is not sent yet (ADR 0017).
 *
 * @throws 404 if the secret is unknown, used or expired, 409 if a limit is reached, and the errors of `receiveFile`
 */
export const receivePendingFile = async (
  dependencies: PendingDependencies,
  upload: PendingUpload,
): Promise<{ attachment: PendingAttachment; uploadSecret: string }> => {
  const reservation = await reserve(dependencies, upload);
  try {
    const attachment = await store(dependencies, upload, reservation);
    return { attachment, uploadSecret: reservation.secret };
  } catch (error) {
    await release(dependencies, upload, reservation).catch((failure: unknown) =>
      upload.log.warn({ err: failure }, 'could not release an upload; the sweeper does'),
    );
    throw error;
  }
};
