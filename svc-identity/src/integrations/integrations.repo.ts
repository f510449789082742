import type { Integration, OrganizationRoleCode } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { shownName } from '../members/names.repo';

interface IntegrationRow {
  id: number;
  name: string;
  roles: OrganizationRoleCode[];
  created_at: Date;
  token_count: number;
  last_used_at: Date | null;
}

/** Reads the organization's integrations, which have roles, by name in Polish order. Runs in the tenant scope. */
export const readIntegrations = async (
  tx: Tx,
  organizationId: number,
  { id }: { id?: number } = {},
): Promise<Integration[]> => {
  const tokens = `from api_tokens t where t.organization_id = m.organization_id and t.user_id = u.id`;
  const rows: IntegrationRow[] = await tx('users as u')
    .join('memberships as m', (join) =>
      join.on('m.user_id', 'u.id').andOnVal('m.organization_id', organizationId),
    )
    .whereRaw('u.is_integration and cardinality(m.roles) > 0')
    .modify((query) => {
      if (id !== undefined) query.where('u.id', id);
    })
    .orderByRaw('u.display_name collate "pl-x-icu", u.id')
    .select(
      'u.id',
      'u.created_at',
      'm.roles',
      tx.raw(`${shownName} as name`),
      tx.raw(
        `(select count(*)::int ${tokens} and t.revoked_at is null and t.expires_at > now()) as token_count`,
      ),
      tx.raw(`(select max(t.last_used_at) ${tokens}) as last_used_at`),
    );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    roles: row.roles,
    createdAt: row.created_at.toISOString(),
    tokenCount: row.token_count,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
};
