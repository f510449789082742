import type { Factor, OwnFactors } from '@obieg/contracts';
import { type Actor, type Database, problem, type Tx, withEveryOrganization } from '@obieg/service-kit';
import { queueMail } from '../mail/mail-queue';
import { factorRemovedMail, recoveryCodesRenewedMail } from '../mail/mails';
import { lockUserForChange } from '../members/members.repo';
import { translate } from '../messages/server-messages';
import { inScopeOf } from '../requests/site';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { checkConfirmed, confirmationsOf, isConfirmed } from './confirmation';
import { isFactorRequired } from './policy';
import { countRecoveryCodes, renewRecoveryCodes } from './recovery-codes';
import {
  deleteAllFactors,
  deleteFactor,
  endChallenges,
  type FactorRow,
  listFactors,
  renameFactor,
} from './second-factors.repo';
import type { SecondStepParts } from './second-step';

type Own = Pick<Actor, 'userId' | 'sessionId'>;

const present = (row: FactorRow): Factor => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  isSynced: row.is_backed_up,
});

/** The caller's factors, and how the caller can change them. Reads the policies of all organizations of the caller. */
export const getOwnFactors = (
  { db, box, site }: SecondStepParts,
  { userId, sessionId }: Own,
): Promise<OwnFactors> =>
  withEveryOrganization(db, async (tx) => ({
    factors: (await listFactors(tx, userId)).map(present),
    recoveryCodesLeft: await countRecoveryCodes(tx, userId),
    isRequired: await isFactorRequired(tx, userId),
    isConfirmed: await isConfirmed(tx, sessionId),
    confirmations: await confirmationsOf(tx, userId),
    canAddTotp: box.isUsable,
    passkeyDomain: site.domain,
  }));

/** Names are no secret, but tell the owner which factor to remove. @throws 403 CONFIRMATION_NEEDED, 404 */
export const renameOwnFactor = (
  db: Database,
  { userId, sessionId }: Own,
  { id, name }: { id: string; name: string },
  origin: Origin,
): Promise<void> =>
  inScopeOf(db, origin.organizationId, async (tx) => {
    await checkConfirmed(tx, sessionId, origin);
    if (!(await renameFactor(tx, userId, id, name)))
      throw problem.notFound(translate(origin.language, 'factorNotFound'));
    await recordSecurity(tx, origin, {
      event: 'second-factor.rename',
      subject: { type: 'user', id: userId },
      details: { name },
    });
  });

/** Without a factor, recovery codes mean nothing, and sessions have none. @throws 409 FACTOR_REQUIRED */
const endLastFactor = async (tx: Tx, userId: number, { language }: Origin): Promise<void> => {
  if (await isFactorRequired(tx, userId))
    throw problem.conflict('FACTOR_REQUIRED', translate(language, 'lastFactorRequired'));
  await deleteAllFactors(tx, userId);
  await tx('sessions').where({ user_id: userId }).whereNull('revoked_at').update({ factor: null });
};

/**
 * Removes a factor of the caller, and ends waiting sign-ins. Reads the policies of all organizations of the caller.
 *
 * @throws 403 CONFIRMATION_NEEDED, 404, 409 FACTOR_REQUIRED for the last one of a member who needs one
 */
export const removeOwnFactor = (
  db: Database,
  { userId, sessionId }: Own,
  id: string,
  origin: Origin,
): Promise<void> =>
  withEveryOrganization(db, async (tx) => {
    const user = await lockUserForChange(tx, userId);
    if (!user) throw problem.unauthorized();
    await checkConfirmed(tx, sessionId, origin);
    const removed = await deleteFactor(tx, userId, id);
    if (!removed) throw problem.notFound(translate(origin.language, 'factorNotFound'));
    await endChallenges(tx, userId);
    if ((await listFactors(tx, userId)).length === 0) await endLastFactor(tx, userId, origin);
    const { name, kind } = removed;
    await recordSecurity(tx, origin, {
      event: 'second-factor.remove',
      subject: { type: 'user', id: userId },
      details: { name, factor: kind },
    });
    await queueMail(tx, factorRemovedMail({ email: user.email, language: origin.language }, name));
  });

/** Replaces the recovery codes of the caller. @throws 403 CONFIRMATION_NEEDED, 409 without a factor */
export const renewOwnRecoveryCodes = (
  db: Database,
  { userId, sessionId }: Own,
  origin: Origin,
): Promise<string[]> =>
  inScopeOf(db, origin.organizationId, async (tx) => {
    const user = await lockUserForChange(tx, userId);
    if (!user) throw problem.unauthorized();
    await checkConfirmed(tx, sessionId, origin);
    if ((await listFactors(tx, userId)).length === 0)
      throw problem.conflict('CONFLICT', translate(origin.language, 'noFactors'));
    const codes = await renewRecoveryCodes(tx, userId);
    await recordSecurity(tx, origin, {
      event: 'recovery-codes.renew',
      subject: { type: 'user', id: userId },
    });
    await queueMail(tx, recoveryCodesRenewedMail({ email: user.email, language: origin.language }));
    return codes;
  });
