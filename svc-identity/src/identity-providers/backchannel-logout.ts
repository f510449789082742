import { type OrganizationContext, problem, type Tx, withOrganization } from '@obieg/service-kit';
import { hashToken } from '../credentials/secrets';
import { translate } from '../messages/server-messages';
import type { Origin } from '../security-log/origin';
import { recordRefusal, recordSecurity } from '../security-log/security-log';
import { revokeSessions } from '../sessions/sessions';
import { clientOf, type ProviderDependencies } from './dependencies';
import { ProviderError } from './provider-error';
import { findProviderRow, type ProviderRow } from './providers.repo';
import { logoutTokenMaxAgeSeconds, type ProviderLogout } from './verify-logout-token';

interface LogoutRequest {
  organization: OrganizationContext;
  origin: Origin;
}

/** Longer than a token is accepted, with the tolerance of the clocks. */
const keptSeconds = 2 * logoutTokenMaxAgeSeconds;

/** Uses up a token. @returns false if it was used before */
const takeToken = async (tx: Tx, provider: ProviderRow, { tokenId }: ProviderLogout): Promise<boolean> => {
  const taken = await tx('provider_logouts')
    .insert({
      organization_id: provider.organization_id,
      provider_id: provider.id,
      token_id_hash: hashToken(tokenId),
      expires_at: tx.raw('now() + make_interval(secs => ?)', [keptSeconds]),
    })
    .onConflict()
    .ignore()
    .returning('provider_id');
  return taken.length > 0;
};

/** Ends the sessions, and the sign-ins that wait for a second step. */
const endSessions = async (
  tx: Tx,
  { organization_id, id, name }: ProviderRow,
  { subject, providerSession }: ProviderLogout,
  origin: Origin,
): Promise<void> => {
  const which = {
    provider_id: id,
    ...(subject === undefined ? {} : { provider_subject: subject }),
    ...(providerSession === undefined ? {} : { provider_session: providerSession }),
  };
  await tx('sign_in_challenges')
    .where({ organization_id, ...which })
    .delete();
  await recordSecurity(tx, origin, { event: 'sign-out', details: { by: 'provider', name } });
  await revokeSessions(
    tx,
    { organization_id },
    { origin, reason: 'sign-out', narrow: (sessions) => void sessions.where(which) },
  );
};

/**
 * Ends the sessions that a provider opened, at its request (OpenID Connect Back-Channel Logout 1.0). Touches no session
 * of another provider or organization.
 *
 * @throws 404 for an unknown provider, 400 PROVIDER_REFUSED for a token that is not valid or was used before
 */
export const logOutByProvider = async (
  { db, box, client }: ProviderDependencies,
  { organization, origin }: LogoutRequest,
  providerId: number,
  token: string,
): Promise<void> => {
  const provider = await withOrganization(db, organization.id, (tx) =>
    findProviderRow(tx, organization.id, providerId),
  );
  if (!provider) throw problem.notFound(translate(origin.language, 'providerNotFound'));
  try {
    const logout = await client.readLogout(clientOf(box, provider), token);
    await withOrganization(db, organization.id, async (tx) => {
      if (!(await takeToken(tx, provider, logout))) throw new ProviderError('bad-token', 'used before');
      await endSessions(tx, provider, logout, origin);
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await recordRefusal(db, origin, {
      event: 'sign-out',
      details: { by: 'provider', reason: error.reason, name: provider.name },
    });
    origin.log.info({ err: error.cause, reason: error.reason }, 'a logout by a provider was refused');
    throw problem.badRequest(
      'PROVIDER_REFUSED',
      translate(origin.language, 'providerFailed', { name: provider.name }),
    );
  }
};
