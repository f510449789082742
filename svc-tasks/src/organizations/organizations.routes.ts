import {
  type OrganizationReference,
  organizationReferencesMax,
  organizationReferencesSchema,
} from '@obieg/contracts';
import { type Database, defineRoute, type Route, withEveryOrganization } from '@obieg/service-kit';

/** Those that svc-identity's events have told of. */
const listReferences = (db: Database): Promise<OrganizationReference[]> =>
  // Addresses of all organizations, which is what the gateway has to know; nothing that they hold.
  withEveryOrganization(db, (tx) =>
    tx('organizations')
      .whereNull('deleted_at')
      .whereNotNull('code_name')
      .orderBy('organization_id')
      .limit(organizationReferencesMax)
      .select<OrganizationReference[]>({ id: 'organization_id', codeName: 'code_name' }, 'name'),
  );

export const internalOrganizationRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/internal/organizations',
    operationId: 'listKnownOrganizations',
    summary: 'What a gateway starts with while svc-identity is away',
    access: 'anyone',
    site: 'any',
    responses: { 200: organizationReferencesSchema },
    handler: async () => ({ status: 200, body: await listReferences(db) }),
  }),
];
