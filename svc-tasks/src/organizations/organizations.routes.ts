import {
  type OrganizationReference,
  organizationReferencesMax,
  organizationReferencesSchema,
} from '@obieg/contracts';
import { type Database, defineRoute, type Route, withEveryOrganization } from '@obieg/service-kit';

/** Lists the organizations of the read model. */
const listReferences = (db: Database): Promise<OrganizationReference[]> =>
  // Crosses tenants, but returns only the names and addresses that the gateway routes by.
  withEveryOrganization(db, (tx) =>
    tx('organizations')
      .whereNull('deleted_at')
      .whereNotNull('code_name')
      .orderBy('organization_id')
      .limit(organizationReferencesMax)
      .select<OrganizationReference[]>(
        { id: 'organization_id', codeName: 'code_name', timeZone: 'time_zone' },
        'name',
      ),
  );

export const internalOrganizationRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/internal/organizations',
    operationId: 'listKnownOrganizations',
    summary: 'Lists the organizations for a gateway that starts while svc-identity is unavailable',
    access: 'anyone',
    site: 'any',
    responses: { 200: organizationReferencesSchema },
    handler: async () => ({ status: 200, body: await listReferences(db) }),
  }),
];
