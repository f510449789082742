import type { Language } from '@obieg/contracts';
import { problem, type Tx } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';

/** Storage for files of unverified submitters. */
export interface PendingQuotas {
  /** Per client address, in all organizations together. */
  addressBytes: number;
  organizationBytes: number;
}

/** A small file is charged like a larger one, so that the quotas also limit the number of files and rows. */
const chargedBytesMin = 1024 * 1024;

export const chargeOf = (sizeBytes: number): number => Math.max(sizeBytes, chargedBytesMin);

export interface Charge {
  organizationId: number;
  /** Client address of the upload, see `toLimitKey`. */
  principal: string;
  bytes: number;
}

/**
 * Checks both quotas. Call it in a transaction of every organization, before the row with the charge is inserted.
 * Uploads of one address or one organization wait for each other until the transaction ends, so that parallel uploads
 * cannot exceed a quota.
 *
 * @throws 409 if a quota is exhausted
 */
export const checkQuotas = async (
  tx: Tx,
  { organizationId, principal, bytes }: Charge,
  quotas: PendingQuotas,
  language: Language,
): Promise<void> => {
  // Address before organization: one order for all uploads prevents deadlocks.
  for (const key of [`address ${principal}`, `organization ${organizationId}`])
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`pending_attachments ${key}`]);
  const sumCharges = async (where: object): Promise<number> => {
    const [row] = await tx('pending_attachments')
      .where(where)
      .select<{ bytes: number }[]>(tx.raw('coalesce(sum(charged_bytes), 0)::bigint as bytes'));
    return row?.bytes ?? 0;
  };
  if ((await sumCharges({ principal })) + bytes > quotas.addressBytes)
    throw problem.conflict('CONFLICT', translate(language, 'addressQuotaExhausted'));
  if ((await sumCharges({ organization_id: organizationId })) + bytes > quotas.organizationBytes)
    throw problem.conflict('CONFLICT', translate(language, 'organizationQuotaExhausted'));
};
