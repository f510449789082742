import { securityLogQuerySchema, securityLogResponseSchema } from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import { listSecurityEntries } from './list-entries';

export const securityLogRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/security-log',
    operationId: 'listSecurityEntries',
    summary: 'Lists the security log by page, newest first',
    access: { permission: 'MANAGE_USERS' },
    // On the main domain, only super administrators have the permission; the log there has the entries without
    // organization.
    site: 'any',
    query: securityLogQuerySchema,
    responses: { 200: securityLogResponseSchema },
    handler: async ({ actor, organization, query }) => ({
      status: 200,
      body: await listSecurityEntries(db, actor, organization?.id, query),
    }),
  }),
];
