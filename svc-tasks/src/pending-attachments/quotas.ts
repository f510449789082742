import type { Language } from '@obieg/contracts';
import { problem, type Tx } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';

/** Storage for files of unverified submitters, in bytes as stored. */
export interface PendingQuotas {
  /** Per client address, in all organizations together. */
  addressBytes: number;
  organizationBytes: number;
}

/** One network can use this share of an organization's storage and files. */
const networkShare = 1 / 20;

/**
 * Numbers of files, which bound the rows and the time to sum them. To reach the number of an organization takes 20
 * networks and 20,000 uploads; to fill its storage, some hundred uploads are enough.
 */
const organizationFilesMax = 20_000;
const addressFilesMax = 1_000;

export interface Charge {
  organizationId: number;
  /** Client address of the upload, see `toLimitKey`. */
  principal: string;
  /** Network of the client address, see `toNetworkKey`. */
  network: string;
  bytes: number;
}

interface Usage {
  bytes: number;
  files: number;
}

const sumUsage = async (tx: Tx, where: object): Promise<Usage> => {
  const [row] = await tx('pending_attachments')
    .where(where)
    .select<Usage[]>(tx.raw('coalesce(sum(charged_bytes), 0)::bigint as bytes, count(*)::int as files'));
  return row ?? { bytes: 0, files: 0 };
};

/**
 * Checks all quotas. Call it in a transaction of every organization, before the row with the charge is inserted.
 * Uploads of one address or one organization wait for each other until the transaction ends, so that parallel uploads
 * cannot exceed a quota.
 *
 * @throws 409 if a quota is exhausted
 */
export const checkQuotas = async (
  tx: Tx,
  { organizationId, principal, network, bytes }: Charge,
  { addressBytes, organizationBytes }: PendingQuotas,
  language: Language,
): Promise<void> => {
  // Address before organization: one order for all uploads prevents deadlocks.
  for (const key of [`address ${principal}`, `organization ${organizationId}`])
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`pending_attachments ${key}`]);
  const check = async (
    where: object,
    max: Usage,
    message: 'addressQuotaExhausted' | 'organizationQuotaExhausted',
  ): Promise<void> => {
    const used = await sumUsage(tx, where);
    if (used.bytes + bytes > max.bytes || used.files + 1 > max.files)
      throw problem.conflict('CONFLICT', translate(language, message));
  };
  const organization = { bytes: organizationBytes, files: organizationFilesMax };
  const ofNetwork = { bytes: organization.bytes * networkShare, files: organization.files * networkShare };
  await check({ principal }, { bytes: addressBytes, files: addressFilesMax }, 'addressQuotaExhausted');
  await check({ organization_id: organizationId, network }, ofNetwork, 'addressQuotaExhausted');
  await check({ organization_id: organizationId }, organization, 'organizationQuotaExhausted');
};
