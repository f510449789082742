import { scimPath } from '@obieg/contracts';
import {
  type Actor,
  type Caller,
  type Database,
  type OrganizationContext,
  problem,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import type { InvitationDependencies } from '../invitations/send-invitation';
import { originOf } from '../security-log/origin';

type Request = Caller & { actor: Actor; organization: OrganizationContext };

/** A SCIM request by an integration, in its organization. */
export const callOf = (request: Request, invitation: InvitationDependencies) => ({
  actor: request.actor,
  organizationId: request.organization.id,
  origin: originOf(request),
  /** Address of SCIM of the organization, built only from configuration. */
  baseUrl: `${invitation.organizationUrl(request.organization.code)}${scimPath}`,
  invitation,
});
export type ScimCall = ReturnType<typeof callOf>;

/**
 * Runs in the organization of the call. @throws 403 for the token of a person, because identity providers must not stop
 * when an administrator leaves
 */
export const inCall = <T>(
  db: Database,
  { actor, organizationId }: ScimCall,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  withOrganization(db, organizationId, async (tx) => {
    const caller = await tx('users').where({ id: actor.userId }).first('is_integration');
    if (!caller?.is_integration) throw problem.forbidden('SCIM needs the API token of an integration.');
    return work(tx);
  });
