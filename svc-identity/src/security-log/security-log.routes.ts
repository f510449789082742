import {
  securityLogExportQuerySchema,
  securityLogQuerySchema,
  securityLogResponseSchema,
} from '@obieg/contracts';
import { csvHeaders, type Database, defineRoute, fileBodySchema, type Route } from '@obieg/service-kit';
import { exportSecurityEntries } from './export-entries';
import { listSecurityEntries } from './list-entries';

export const securityLogRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/security-log',
    operationId: 'listSecurityEntries',
    summary: 'Lists the security log by page, newest first',
    access: { permission: 'MANAGE_USERS' },
    // On the main domain, only super administrators have the permission; the log there has the entries without
    // organization and the changes to organizations.
    site: 'any',
    query: securityLogQuerySchema,
    responses: { 200: securityLogResponseSchema },
    handler: async ({ actor, organization, query }) => ({
      status: 200,
      body: await listSecurityEntries(db, actor, organization?.id, query),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/security-log/export',
    operationId: 'exportSecurityEntries',
    summary: 'Downloads the newest 10,000 matching entries of the security log as CSV',
    access: { permission: 'MANAGE_USERS' },
    site: 'any',
    query: securityLogExportQuerySchema,
    responses: { 200: fileBodySchema },
    handler: async ({ organization, query, findActorNow }) => ({
      status: 200,
      headers: csvHeaders('security-log.csv'),
      body: exportSecurityEntries(db, { organizationId: organization?.id, findActorNow, query }),
    }),
  }),
];
