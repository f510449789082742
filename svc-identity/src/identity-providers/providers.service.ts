import {
  type IdentityProvider,
  type IdentityProviders,
  identityProviderLimits,
  providerSignedOutPath,
  type SaveIdentityProvider,
  type SecurityEvent,
} from '@obieg/contracts';
import {
  type Actor,
  type Creation,
  createOnce,
  matchesRevision,
  type OrganizationContext,
  problem,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import { lockActor } from '../members/acting-member';
import { shownName } from '../members/names.repo';
import { checkGrantable } from '../members/role-rules';
import { translate } from '../messages/server-messages';
import { lockOrganization } from '../requests/site';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { checkIssuer, toIssuer } from './check-issuer';
import { type ProviderDependencies, sealSecret } from './dependencies';
import { endProviderSessions, endSessionsOfDomains, endSessionsWithoutProvider } from './end-sessions';
import { callbackAddressOf } from './provider-sign-in';
import {
  columnsOf,
  type DomainRow,
  findDomainRow,
  findProviderRow,
  listDomainRows,
  listProviderRows,
  lockProviderRow,
  markDomainVerified,
  type ProviderRow,
  presentProvider,
  recordNameOf,
  recordValueOf,
  replaceDomains,
} from './providers.repo';

export interface Acting {
  actor: Actor;
  organization: OrganizationContext;
  origin: Origin;
}

/** An actor, and the provider to change. */
export interface ProviderChange extends Acting {
  id: number;
  ifMatch?: string | undefined;
}

const notFound = ({ origin }: Acting) => problem.notFound(translate(origin.language, 'providerNotFound'));

/** @throws 404 */
const getProvider = async (tx: Tx, acting: Acting, id: number): Promise<IdentityProvider> => {
  const row = await findProviderRow(tx, acting.organization.id, id);
  if (!row) throw notFound(acting);
  return presentProvider(row, await listDomainRows(tx, acting.organization.id));
};

/** Serializes changes of the providers of an organization. @throws 403, 404 */
const lockProviders = async (tx: Tx, { organization, actor }: Acting): Promise<Actor> => {
  if (!(await lockOrganization(tx, organization.id))) throw problem.notFound();
  await tx.raw('select pg_advisory_xact_lock(?, ?)', [7_310_004, organization.id % 2_147_483_647]);
  return lockActor(tx, { organizationId: organization.id, actor }, 'MANAGE_USERS');
};

/** @throws 404, 412 if `ifMatch` is not the provider's revision */
const lockForChange = async (tx: Tx, change: ProviderChange): Promise<ProviderRow> => {
  const row = await lockProviderRow(tx, change.organization.id, change.id);
  if (!row) throw notFound(change);
  if (matchesRevision(row, change.ifMatch)) return row;
  const author = await tx('users as u')
    .where('u.id', row.changed_by)
    .first<{ name: string } | undefined>(tx.raw(`${shownName} as name`));
  throw problem.preconditionFailed(undefined, {
    at: row.changed_at.toISOString(),
    authorName: author?.name ?? null,
  });
};

/** @throws 422 */
const checkGroups = async (
  tx: Tx,
  { organization, origin }: Acting,
  { groupMapping }: SaveIdentityProvider,
): Promise<void> => {
  const present = new Set<number>(
    await tx('groups')
      .where({ organization_id: organization.id })
      .whereRaw('id = any(?)', [groupMapping.map(({ groupId }) => groupId)])
      .pluck('id'),
  );
  const errors = groupMapping.flatMap(({ groupId }, index) =>
    present.has(groupId)
      ? []
      : [{ field: `groupMapping.${index}.groupId`, message: translate(origin.language, 'noSuchGroup') }],
  );
  if (errors.length > 0) throw problem.validation(errors);
};

/** Administrators who can sign in by password. */
const selectAbleAdmins = (tx: Tx, organizationId: number) =>
  tx('memberships as m')
    .join('users as u', 'u.id', 'm.user_id')
    .where({ 'm.organization_id': organizationId, 'u.is_integration': false })
    .whereRaw(`'ORG_ADMIN' = any(m.roles)`)
    .whereNotNull('u.password_hash');

const candidatesMax = 100;

/** An emergency account that cannot sign in would be none. @throws 422 */
const checkEmergencyAccounts = async (
  tx: Tx,
  { organization, origin }: Acting,
  { isRequired, emergencyUserIds }: SaveIdentityProvider,
): Promise<void> => {
  const refuse = (key: 'emergencyAccountNeeded' | 'emergencyAccountInvalid') =>
    problem.validation([{ field: 'emergencyUserIds', message: translate(origin.language, key) }]);
  if (isRequired && emergencyUserIds.length === 0) throw refuse('emergencyAccountNeeded');
  const able: number[] = await selectAbleAdmins(tx, organization.id)
    .whereRaw('m.user_id = any(?)', [emergencyUserIds])
    .pluck('m.user_id');
  if (!emergencyUserIds.every((id) => able.includes(id))) throw refuse('emergencyAccountInvalid');
};

const checkInput = async (
  tx: Tx,
  acting: Acting,
  actorNow: Actor,
  input: SaveIdentityProvider,
): Promise<void> => {
  const { language } = acting.origin;
  checkGrantable([...input.defaultRoles, ...input.roleMapping.map(({ role }) => role)], actorNow, language);
  await checkGroups(tx, acting, input);
  await checkEmergencyAccounts(tx, acting, input);
};

/** @throws 422 if another provider of the organization has a domain */
const saveDomains = async (
  tx: Tx,
  { organization, origin }: Acting,
  providerId: number,
  domains: readonly string[],
): Promise<string[]> => {
  const taken: DomainRow | undefined = await tx('identity_provider_domains')
    .where({ organization_id: organization.id })
    .whereNot({ provider_id: providerId })
    .whereIn('domain', [...domains])
    .first();
  if (taken)
    throw problem.validation([
      {
        field: 'domains',
        message: translate(origin.language, 'domainTaken', { domain: taken.domain }),
      },
    ]);
  return replaceDomains(tx, organization.id, providerId, domains);
};

const record = (
  tx: Tx,
  { origin }: Acting,
  event: SecurityEvent,
  details: NonNullable<Parameters<typeof recordSecurity>[2]['details']>,
) => recordSecurity(tx, origin, { event, details });

const secretNeeded = ({ origin }: Acting) =>
  problem.validation([
    { field: 'clientSecret', message: translate(origin.language, 'providerSecretNeeded') },
  ]);

export const createProviders = (dependencies: ProviderDependencies) => {
  const { db, box, reach, resolveTxt, organizationUrl } = dependencies;

  const insertProvider = async (
    tx: Tx,
    acting: Acting,
    input: SaveIdentityProvider & { clientSecret: string },
  ): Promise<IdentityProvider> => {
    const { organization, actor, origin } = acting;
    const actorNow = await lockProviders(tx, acting);
    if ((await listProviderRows(tx, organization.id)).length >= identityProviderLimits.perOrganizationMax)
      throw problem.conflict(
        'CONFLICT',
        translate(origin.language, 'tooManyProviders', { max: identityProviderLimits.perOrganizationMax }),
      );
    await checkInput(tx, acting, actorNow, input);
    const [row] = await tx<ProviderRow>('identity_providers')
      .insert({
        organization_id: organization.id,
        ...(columnsOf(input, actor.userId) as object),
        client_secret: sealSecret(box, organization.id, input.issuer, input.clientSecret),
      })
      .returning('*');
    if (!row) throw new Error('The insert returned no row');
    await saveDomains(tx, acting, row.id, input.domains);
    const { name, issuer } = row;
    await record(tx, acting, 'identity-provider.create', { name, issuer, roles: row.default_roles });
    return getProvider(tx, acting, row.id);
  };

  /** Ends the sessions that the provider as it is now would not have opened. */
  const endSessions = async (
    tx: Tx,
    { organization, origin }: Acting,
    before: ProviderRow,
    input: SaveIdentityProvider,
    removedDomains: readonly string[],
  ): Promise<void> => {
    const isOther = input.issuer !== before.issuer || input.clientId !== before.client_id;
    if (!input.isActive || isOther) await endProviderSessions(tx, organization.id, before.id, origin);
    else await endSessionsOfDomains(tx, organization.id, before.id, removedDomains, origin);
    if (input.isActive && input.isRequired)
      await endSessionsWithoutProvider(tx, organization.id, before.id, input.emergencyUserIds, origin);
  };

  /** Finds the domain to verify. @throws 404 */
  const getDomain = async (tx: Tx, acting: Acting, id: number, domain: string): Promise<DomainRow> => {
    const row = await findDomainRow(tx, acting.organization.id, id, domain);
    if (!row) throw problem.notFound(translate(acting.origin.language, 'domainNotFound'));
    return row;
  };

  const verify = (
    change: ProviderChange,
    domain: string,
    proof: NonNullable<DomainRow['proof']>,
  ): Promise<IdentityProvider> =>
    withOrganization(db, change.organization.id, async (tx) => {
      if (proof === 'DNS') await lockProviders(tx, change);
      const provider = await lockForChange(tx, change);
      const row = await getDomain(tx, change, provider.id, domain);
      if (row.verified_at === null) {
        await markDomainVerified(tx, change.organization.id, row, proof);
        const { name } = provider;
        await record(tx, change, 'identity-provider.verify-domain', { name, domain, reason: proof });
        if (provider.is_active && provider.is_required)
          await endSessionsWithoutProvider(
            tx,
            change.organization.id,
            provider.id,
            provider.emergency_user_ids,
            change.origin,
          );
      }
      return getProvider(tx, change, provider.id);
    });

  return {
    list: (organization: OrganizationContext): Promise<IdentityProviders> =>
      withOrganization(db, organization.id, async (tx) => {
        const domains = await listDomainRows(tx, organization.id);
        const url = organizationUrl(organization.code);
        return {
          providers: (await listProviderRows(tx, organization.id)).map((row) =>
            presentProvider(row, domains),
          ),
          callbackAddress: callbackAddressOf(url),
          signedOutAddress: `${url}${providerSignedOutPath}`,
          emergencyCandidates: await selectAbleAdmins(tx, organization.id)
            .orderBy('name')
            .limit(candidatesMax)
            .select('u.id', 'u.email', tx.raw(`${shownName} as name`)),
        };
      }),

    get: (acting: Acting, id: number): Promise<IdentityProvider> =>
      withOrganization(db, acting.organization.id, (tx) => getProvider(tx, acting, id)),

    /**
     * Creates a provider, once per idempotency key. @throws 403 for roles beyond the actor's, 409 above the number of
     * providers or without a key, 422 for an address, group or account that is not allowed
     */
    create: async (
      acting: Acting,
      given: SaveIdentityProvider,
      creation: Creation | undefined,
    ): Promise<IdentityProvider> => {
      const { language } = acting.origin;
      const { clientSecret } = given;
      if (!box.isUsable) throw problem.conflict('CONFLICT', translate(language, 'providersUnavailable'));
      if (clientSecret === undefined) throw secretNeeded(acting);
      const input = { ...given, clientSecret, issuer: toIssuer(given.issuer) };
      await checkIssuer(input.issuer, reach, language);
      return withOrganization(db, acting.organization.id, (tx) =>
        createOnce(tx, creation, () => insertProvider(tx, acting, input)),
      );
    },

    /** @throws 403, 404, 409, 412, 422 as `create`, also for a new issuer without its secret */
    change: async (change: ProviderChange, given: SaveIdentityProvider): Promise<IdentityProvider> => {
      const { organization, actor, origin } = change;
      const input = { ...given, issuer: toIssuer(given.issuer) };
      const { clientSecret } = input;
      if (clientSecret !== undefined && !box.isUsable)
        throw problem.conflict('CONFLICT', translate(origin.language, 'providersUnavailable'));
      const present = await withOrganization(db, organization.id, (tx) => getProvider(tx, change, change.id));
      // An administrator who switches it off must not wait for the name servers.
      if (input.issuer !== present.issuer) await checkIssuer(input.issuer, reach, origin.language);
      return withOrganization(db, organization.id, async (tx) => {
        const actorNow = await lockProviders(tx, change);
        const before = await lockForChange(tx, change);
        await checkInput(tx, change, actorNow, input);
        if (input.issuer !== before.issuer && clientSecret === undefined) throw secretNeeded(change);
        await tx('identity_providers')
          .where({ organization_id: organization.id, id: before.id })
          .update({
            ...columnsOf(input, actor.userId),
            ...(clientSecret === undefined
              ? {}
              : { client_secret: sealSecret(box, organization.id, input.issuer, clientSecret) }),
            changed_at: tx.fn.now(),
            revision: before.revision + 1,
          });
        const removed = await saveDomains(tx, change, before.id, input.domains);
        await record(tx, change, 'identity-provider.change', {
          name: input.name,
          nameBefore: before.name,
          issuer: input.issuer,
          issuerBefore: before.issuer,
          roles: input.defaultRoles,
          rolesBefore: before.default_roles,
        });
        await endSessions(tx, change, before, input, removed);
        return getProvider(tx, change, before.id);
      });
    },

    /** Deletes a provider and ends its sessions. @throws 403, 404, 412 */
    remove: (change: ProviderChange): Promise<void> =>
      withOrganization(db, change.organization.id, async (tx) => {
        await lockProviders(tx, change);
        const { id, name, issuer } = await lockForChange(tx, change);
        await tx('identity_providers').where({ organization_id: change.organization.id, id }).delete();
        await record(tx, change, 'identity-provider.delete', { name, issuer });
        await endProviderSessions(tx, change.organization.id, id, change.origin);
      }),

    /** Looks the TXT record of a domain up. @throws 403, 404, 409 without the record */
    checkDomain: async (change: ProviderChange, domain: string): Promise<IdentityProvider> => {
      const { record_token } = await withOrganization(db, change.organization.id, (tx) =>
        getDomain(tx, change, change.id, domain),
      );
      const records = await resolveTxt(recordNameOf(domain));
      if (!records.includes(recordValueOf(record_token)))
        throw problem.conflict('CONFLICT', translate(change.origin.language, 'domainNotProved'));
      return verify(change, domain, 'DNS');
    },

    /** Verifies a domain on the word of a system administrator. @throws 404 */
    confirmDomain: (change: ProviderChange, domain: string): Promise<IdentityProvider> =>
      verify(change, domain, 'ADMIN'),
  };
};
export type Providers = ReturnType<typeof createProviders>;
