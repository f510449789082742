import type { ApiToken, CreateApiToken, CreatedApiToken, Language } from '@obieg/contracts';
import {
  type Actor,
  type Creation,
  type Database,
  problem,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import { checkTokenEnd, createToken, listTokens, revokeToken, type TokenOwner } from '../api-tokens/tokens';
import {
  findInvitingOrganization,
  findSenderName,
  type InvitationDependencies,
} from '../invitations/send-invitation';
import { queueMail } from '../mail/mail-queue';
import { integrationTokenMail } from '../mail/mails';
import { refreshActor } from '../members/acting-member';
import { lockMemberships, lockUserForChange } from '../members/members.repo';
import { checkGrantable } from '../members/role-rules';
import { translate } from '../messages/server-messages';
import { lockOrganization } from '../requests/site';
import type { Origin } from '../security-log/origin';
import { readIntegrations } from './integrations.repo';

interface Dependencies extends Pick<InvitationDependencies, 'organizationUrl'> {
  db: Database;
}

/** An actor who changes the tokens of an integration. */
interface Change extends TokenOwner {
  actor: Actor;
  origin: Origin;
}

const notFound = (language: Language) => problem.notFound(translate(language, 'integrationNotFound'));

/**
 * Locks the integration, and the roles of it and of the actor. A token gives the roles of the integration, so the actor
 * must be able to grant them. @throws 403, 404
 */
const lockIntegration = async (tx: Tx, change: Change): Promise<void> => {
  const { organizationId, userId, actor, origin } = change;
  const user = await lockUserForChange(tx, userId);
  if (!user?.is_integration || !(await lockOrganization(tx, organizationId))) throw notFound(origin.language);
  const userIds = [actor.userId, userId];
  const locked = await lockMemberships(tx, organizationId, { userIds, isChange: false });
  const actorNow = refreshActor(actor, locked, 'MANAGE_USERS');
  const held = locked.find(({ user_id, roles }) => user_id === userId && roles.length > 0);
  if (!held) throw notFound(origin.language);
  checkGrantable(held.roles, actorNow, origin.language);
};

/** Tells every administrator, because a thief of one's session may have created the token. */
const mailAdministrators = async (
  tx: Tx,
  { organizationUrl }: Dependencies,
  { organizationId, userId, actor, origin }: Change,
  { name, scopes }: CreateApiToken,
): Promise<void> => {
  const organization = await findInvitingOrganization(tx, organizationId);
  const [integration] = await readIntegrations(tx, organizationId, { id: userId });
  if (!organization || !integration) return;
  const administrators: { email: string; language: Language | null }[] = await tx('users as u')
    .join('memberships as m', 'm.user_id', 'u.id')
    .where('m.organization_id', organizationId)
    .whereRaw(`'ORG_ADMIN' = any(m.roles) and not u.is_integration`)
    .orderBy('u.id')
    .select('u.email', 'u.language');
  const values = {
    organizationName: organization.name,
    integrationName: integration.name,
    actorName: await findSenderName(tx, actor),
    name,
    scopes,
    link: `${organizationUrl(organization.code_name)}/connections/integrations/${userId}`,
  };
  for (const { email, language } of administrators)
    await queueMail(tx, integrationTokenMail({ email, language: language ?? origin.language }, values));
};

export const createIntegrationTokens = (dependencies: Dependencies) => {
  const { db } = dependencies;
  return {
    /** @throws 404 */
    list: async (owner: TokenOwner, language: Language): Promise<ApiToken[]> => {
      const [integration] = await withOrganization(db, owner.organizationId, (tx) =>
        readIntegrations(tx, owner.organizationId, { id: owner.userId }),
      );
      if (!integration) throw notFound(language);
      return listTokens(db, owner);
    },

    /**
     * Creates a token, once per idempotency key, and mails the administrators. @throws 403, 404, 409 above the number of
     * tokens, 422
     */
    create: (
      change: Change,
      input: CreateApiToken,
      creation: Creation | undefined,
    ): Promise<CreatedApiToken> => {
      checkTokenEnd(input, change.origin);
      return withOrganization(db, change.organizationId, async (tx) => {
        await lockIntegration(tx, change);
        return createToken(tx, { owner: change, input, creation, origin: change.origin }, () =>
          mailAdministrators(tx, dependencies, change, input),
        );
      });
    },

    /** @throws 403, 404 also for a revoked token and for another account's */
    revoke: (change: Change, id: string): Promise<void> =>
      withOrganization(db, change.organizationId, async (tx) => {
        await lockIntegration(tx, change);
        await revokeToken(tx, change, id, change.origin);
      }),
  };
};
export type IntegrationTokens = ReturnType<typeof createIntegrationTokens>;
