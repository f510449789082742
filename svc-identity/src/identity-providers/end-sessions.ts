import type { Tx } from '@obieg/service-kit';
import type { Origin } from '../security-log/origin';
import { revokeSessions } from '../sessions/sessions';

// Everything here runs in the tenant scope. The session of the actor stays, so that a mistake can be taken back.

const reason = 'identity-provider.change' as const;

const endChallenges = (tx: Tx, organizationId: number, providerId: number) =>
  tx('sign_in_challenges').where({ organization_id: organizationId, provider_id: providerId }).delete();

/** Ends all sessions and waiting sign-ins of a provider. */
export const endProviderSessions = async (
  tx: Tx,
  organizationId: number,
  providerId: number,
  origin: Origin,
): Promise<void> => {
  await endChallenges(tx, organizationId, providerId);
  await revokeSessions(
    tx,
    { organization_id: organizationId },
    {
      origin,
      reason,
      exceptId: origin.sessionId ?? undefined,
      narrow: (sessions) => void sessions.where({ provider_id: providerId }),
    },
  );
};

/** SQL: the domain of an account's address, in the form of `normalizeDomain`. */
const addressDomain = `lower(substring(email from '[^@]*$'))`;

/** Ends the sessions that a provider opened for addresses of removed domains. */
export const endSessionsOfDomains = async (
  tx: Tx,
  organizationId: number,
  providerId: number,
  domains: readonly string[],
  origin: Origin,
): Promise<void> => {
  if (domains.length === 0) return;
  await endChallenges(tx, organizationId, providerId);
  await revokeSessions(
    tx,
    { organization_id: organizationId },
    {
      origin,
      reason,
      exceptId: origin.sessionId ?? undefined,
      narrow: (sessions) =>
        void sessions.where({ provider_id: providerId }).whereIn(
          'user_id',
          tx('users')
            .whereRaw(`${addressDomain} = any(?)`, [[...domains]])
            .select('id'),
        ),
    },
  );
};

/** Ends the sessions of people who must use the provider and have signed in otherwise. */
export const endSessionsWithoutProvider = async (
  tx: Tx,
  organizationId: number,
  providerId: number,
  emergencyUserIds: readonly number[],
  origin: Origin,
): Promise<void> => {
  const people = tx('users')
    .where({ is_super_admin: false })
    .whereRaw('id <> all(?)', [[...emergencyUserIds]])
    .whereRaw(
      `${addressDomain} in (select domain from identity_provider_domains
         where organization_id = ? and provider_id = ? and verified_at is not null)`,
      [organizationId, providerId],
    )
    .select('id');
  await revokeSessions(
    tx,
    { organization_id: organizationId },
    {
      origin,
      reason,
      exceptId: origin.sessionId ?? undefined,
      narrow: (sessions) => void sessions.whereNull('provider_id').whereIn('user_id', people),
    },
  );
};
