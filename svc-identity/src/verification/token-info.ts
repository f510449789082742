import { maskEmail, type TokenInfo } from '@obieg/contracts';
import type { Database } from '@obieg/service-kit';
import { clientOf, findVerification, findVerifiedOwner } from '../credentials/verifications.repo';
import { badToken } from '../messages/server-messages';
import { inSite } from '../requests/site';
import type { Origin } from '../security-log/origin';
import { secondsUntilNextCode } from './send-budget';

/**
 * Returns the data of the verification screen. Unless the caller has verified the address, it contains the typed
 * name, masked, never the address behind a username. @throws 400 for an invalid token
 */
export const getTokenInfo = (
  { db, rateLimitScale }: { db: Database; rateLimitScale: number },
  token: string,
  origin: Origin,
): Promise<TokenInfo> =>
  inSite(db, origin.organizationId, async (tx) => {
    const row = await findVerification(tx, token, origin.organizationId).first();
    if (!row) throw badToken(origin.language);
    const isVerified = row.verified_at !== null;
    const isOwnedByCaller = isVerified && (await findVerifiedOwner(tx, token, origin)) !== undefined;
    const asking = { askedFor: row.asked_for, client: clientOf(origin), rateLimitScale };
    return {
      success: true,
      email: isOwnedByCaller ? row.email : (maskEmail(row.asked_for) ?? ''),
      ...(row.confirmed_task ? { task: row.confirmed_task } : {}),
      canResend: !isVerified && (await secondsUntilNextCode(tx, asking)) === 0,
    };
  });
