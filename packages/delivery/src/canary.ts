import { createHash } from 'node:crypto';
import type { Canary } from '@obieg/contracts';

/**
 * Maps an organization to 0–99. The remote's id is part of the hash, so that the same organizations are not the first
 * of every canary.
 */
const shareOf = (id: string, organization: string): number =>
  (createHash('sha256').update(`${organization}/${id}`).digest().readUInt32BE(0) / 2 ** 32) * 100;

/**
 * Whether an organization gets the canary. All its members therefore see the same version. A renamed organization stays
 * in a canary that names it, and in its share: the oldest code name decides.
 *
 * @param codeNames former code names, oldest first, and the present one; `main` is the main domain
 */
export const isInCanary = (canary: Canary, id: string, codeNames: readonly string[]): boolean =>
  codeNames.some((codeName) => canary.organizations.includes(codeName)) ||
  codeNames.slice(0, 1).some((codeName) => shareOf(id, codeName) < canary.percent);
