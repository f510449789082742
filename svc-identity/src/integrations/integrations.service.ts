import { randomUUID } from 'node:crypto';
import {
  type CreateIntegration,
  type Integration,
  integrationDomain,
  limits,
  type OrganizationRoleCode,
} from '@obieg/contracts';
import {
  type Actor,
  type Creation,
  createOnce,
  type Database,
  problem,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import { lockActor } from '../members/acting-member';
import { fillNextNames } from '../members/fill-name-skeletons';
import { recordUserChanged, saveMembership, type UserRow } from '../members/members.repo';
import { skeletonColumns } from '../members/name-skeletons';
import { isNameTakenIn, lockNames } from '../members/names.repo';
import { checkGrantable, checkRevocable } from '../members/role-rules';
import { translate } from '../messages/server-messages';
import { lockOrganization } from '../requests/site';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { endMembership, lockChange, replaceRoles } from '../users/change-membership';
import { readIntegrations } from './integrations.repo';

interface Acting {
  actor: Actor;
  organizationId: number;
  origin: Origin;
}

/** An actor, and the account of the integration to change. */
interface Change extends Acting {
  userId: number;
}

const ofIntegration = (change: Change) => ({ ...change, isIntegration: true });

/** @throws 404 */
const getIntegration = async (tx: Tx, { organizationId, userId, origin }: Change): Promise<Integration> => {
  const [integration] = await readIntegrations(tx, organizationId, { id: userId });
  if (!integration) throw problem.notFound(translate(origin.language, 'integrationNotFound'));
  return integration;
};

/** Serializes creations in an organization, so that two at once do not exceed the number. */
const lockIntegrations = (tx: Tx, organizationId: number) =>
  tx.raw('select pg_advisory_xact_lock(?, ?)', [7_310_003, organizationId % 2_147_483_647]);

/** Creates the account. Its address and username are the same, unique, and of no use to anybody. */
const insertAccount = async (tx: Tx, name: string, origin: Origin): Promise<UserRow> => {
  const email = `integration-${randomUUID()}@${integrationDomain}`;
  const names = { username: email, display_name: name };
  const [user] = await tx<UserRow>('users')
    .insert({ email, is_integration: true, ...names, ...skeletonColumns(names) })
    .returning('*');
  if (!user) throw new Error('The insert returned no row');
  recordUserChanged(tx, user, origin.traceparent);
  return user;
};

const insertIntegration = async (
  tx: Tx,
  acting: Acting,
  { name, roles: wanted }: CreateIntegration,
): Promise<Integration> => {
  const { organizationId, origin } = acting;
  const { language } = origin;
  if (!(await lockOrganization(tx, organizationId))) throw problem.notFound();
  await lockIntegrations(tx, organizationId);
  await lockNames(tx, [name]);
  const actor = await lockActor(tx, acting, 'MANAGE_USERS');
  const roles = checkGrantable(wanted, actor, language);
  const present = await readIntegrations(tx, organizationId);
  if (present.length >= limits.integrationsPerOrganizationMax)
    throw problem.conflict('CONFLICT', translate(language, 'tooManyIntegrations'));
  if (await isNameTakenIn(tx, [organizationId], { name, ownId: 0 }))
    throw problem.validation([{ field: 'name', message: translate(language, 'integrationNameTaken') }]);
  const { id: userId } = await insertAccount(tx, name, origin);
  await recordSecurity(tx, origin, {
    event: 'integration.create',
    subject: { type: 'user', id: userId },
    details: { name, roles },
  });
  await saveMembership(tx, organizationId, userId, roles, origin);
  return getIntegration(tx, { ...acting, userId });
};

export const createIntegrations = (db: Database) => ({
  list: (organizationId: number): Promise<Integration[]> =>
    withOrganization(db, organizationId, (tx) => readIntegrations(tx, organizationId)),

  /**
   * Creates an integration, once per idempotency key. @throws 403 for roles beyond the actor's, 409 above the number of
   * integrations, 422 for a name that looks like another member's
   */
  create: async (
    acting: Acting,
    input: CreateIntegration,
    creation: Creation | undefined,
  ): Promise<Integration> => {
    // Names of accounts that an earlier release created are compared, too.
    await fillNextNames(db);
    return withOrganization(db, acting.organizationId, (tx) =>
      createOnce(tx, creation, () => insertIntegration(tx, acting, input)),
    );
  },

  /** @throws 403 for roles beyond the actor's, 404, 412 if the integration no longer has the expected roles */
  changeRoles: (
    change: Change,
    wanted: readonly OrganizationRoleCode[],
    expected?: readonly OrganizationRoleCode[],
  ): Promise<Integration> =>
    withOrganization(db, change.organizationId, async (tx) => {
      const changed = await replaceRoles(tx, ofIntegration(change), wanted, expected);
      await recordSecurity(tx, change.origin, {
        event: 'integration.change',
        subject: { type: 'user', id: change.userId },
        details: changed,
      });
      return getIntegration(tx, change);
    }),

  /** Ends membership, groups and tokens. The name stays on what the integration did. @throws 403, 404 */
  remove: (change: Change): Promise<void> =>
    withOrganization(db, change.organizationId, async (tx) => {
      const { actor, held } = await lockChange(tx, ofIntegration(change), []);
      checkRevocable(held, [], actor, change.origin.language);
      await endMembership(tx, change, held, 'integration.delete');
    }),
});
export type Integrations = ReturnType<typeof createIntegrations>;
