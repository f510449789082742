import { randomBytes } from 'node:crypto';
import type { IdentityProvider, OrganizationRoleCode, SaveIdentityProvider } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';

export interface ProviderRow {
  organization_id: number;
  id: number;
  name: string;
  issuer: string;
  client_id: string;
  client_secret: Buffer;
  default_roles: OrganizationRoleCode[];
  groups_claim: string;
  group_mapping: { value: string; groupId: number }[];
  role_mapping: { value: string; role: OrganizationRoleCode }[];
  is_required: boolean;
  emergency_user_ids: number[];
  is_active: boolean;
  created_at: Date;
  changed_at: Date;
  changed_by: number;
  revision: number;
}

export interface DomainRow {
  domain: string;
  provider_id: number;
  record_token: string;
  verified_at: Date | null;
  proof: 'DNS' | 'ADMIN' | null;
}

/** TXT record that proves a domain. */
export const recordNameOf = (domain: string): string => `_obieg.${domain}`;
export const recordValueOf = (token: string): string => `obieg-verification=${token}`;

export const presentProvider = (row: ProviderRow, domains: readonly DomainRow[]): IdentityProvider => ({
  id: row.id,
  name: row.name,
  issuer: row.issuer,
  clientId: row.client_id,
  domains: domains
    .filter(({ provider_id }) => provider_id === row.id)
    .map(({ domain, record_token, verified_at, proof }) => ({
      domain,
      verifiedAt: verified_at?.toISOString() ?? null,
      proof,
      recordName: recordNameOf(domain),
      recordValue: recordValueOf(record_token),
    })),
  defaultRoles: row.default_roles,
  groupsClaim: row.groups_claim,
  groupMapping: row.group_mapping,
  roleMapping: row.role_mapping,
  isRequired: row.is_required,
  emergencyUserIds: row.emergency_user_ids,
  isActive: row.is_active,
  createdAt: row.created_at.toISOString(),
  revision: row.revision,
});

// Everything below runs in the tenant scope.

const selectProviders = (tx: Tx, organizationId: number) =>
  tx<ProviderRow>('identity_providers').where({ organization_id: organizationId });

export const listProviderRows = (tx: Tx, organizationId: number): Promise<ProviderRow[]> =>
  selectProviders(tx, organizationId).orderBy('id');

export const findProviderRow = (
  tx: Tx,
  organizationId: number,
  id: number,
): Promise<ProviderRow | undefined> => selectProviders(tx, organizationId).where({ id }).first();

export const lockProviderRow = (
  tx: Tx,
  organizationId: number,
  id: number,
): Promise<ProviderRow | undefined> =>
  selectProviders(tx, organizationId).where({ id }).forNoKeyUpdate().first();

/** Prevents changes of the provider until the transaction ends. */
export const shareProviderRow = (
  tx: Tx,
  organizationId: number,
  id: number,
): Promise<ProviderRow | undefined> => selectProviders(tx, organizationId).where({ id }).forShare().first();

const selectDomains = (tx: Tx, organizationId: number) =>
  tx<DomainRow & { organization_id: number }>('identity_provider_domains').where({
    organization_id: organizationId,
  });

export const listDomainRows = (tx: Tx, organizationId: number): Promise<DomainRow[]> =>
  selectDomains(tx, organizationId).orderBy('domain');

export const findDomainRow = (
  tx: Tx,
  organizationId: number,
  providerId: number,
  domain: string,
): Promise<DomainRow | undefined> =>
  selectDomains(tx, organizationId).where({ provider_id: providerId, domain }).first();

export const markDomainVerified = async (
  tx: Tx,
  organizationId: number,
  { provider_id, domain }: DomainRow,
  proof: NonNullable<DomainRow['proof']>,
): Promise<void> => {
  await selectDomains(tx, organizationId)
    .where({ provider_id, domain })
    .update({ verified_at: tx.fn.now(), proof });
};

/** Replaces the domains of a provider. One that stays keeps its record and its verification. @returns the removed ones */
export const replaceDomains = async (
  tx: Tx,
  organizationId: number,
  providerId: number,
  domains: readonly string[],
): Promise<string[]> => {
  const removed: { domain: string }[] = await selectDomains(tx, organizationId)
    .where({ provider_id: providerId })
    .whereNotIn('domain', [...domains])
    .delete()
    .returning('domain');
  if (domains.length > 0)
    await tx('identity_provider_domains')
      .insert(
        domains.map((domain) => ({
          organization_id: organizationId,
          provider_id: providerId,
          domain,
          record_token: randomBytes(20).toString('hex'),
        })),
      )
      .onConflict(['organization_id', 'domain'])
      .ignore();
  return removed.map(({ domain }) => domain);
};

/** Columns of a saved provider, without its secret. */
export const columnsOf = (input: SaveIdentityProvider, changedBy: number) => ({
  name: input.name,
  issuer: input.issuer,
  client_id: input.clientId,
  default_roles: input.defaultRoles,
  groups_claim: input.groupsClaim,
  group_mapping: JSON.stringify(input.groupMapping),
  role_mapping: JSON.stringify(input.roleMapping),
  is_required: input.isRequired,
  emergency_user_ids: JSON.stringify(input.emergencyUserIds),
  is_active: input.isActive,
  changed_by: changedBy,
});
