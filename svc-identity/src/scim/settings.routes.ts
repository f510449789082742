import { scimSettingsSchema } from '@obieg/contracts';
import { contentTagOf, type Database, defineRoute, ifMatchHeaders, type Route } from '@obieg/service-kit';
import { originOf } from '../security-log/origin';
import { changeScimSettings, getScimSettings } from './settings';

const access = { permission: 'MANAGE_USERS' } as const;

/** What administrators of an organization decide about SCIM. No API token can call these. */
export const scimSettingsRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/scim-settings',
    operationId: 'getScimSettings',
    summary: 'Whether people whom the identity provider creates get an invitation by mail',
    access,
    responses: { 200: scimSettingsSchema },
    handler: async ({ organization }) => {
      const body = await getScimSettings(db, organization.id);
      return { status: 200, body, headers: { etag: contentTagOf(body) } };
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/scim-settings',
    operationId: 'changeScimSettings',
    summary: 'Changes these settings; 412 if If-Match is not their current ETag',
    access,
    headers: ifMatchHeaders,
    body: scimSettingsSchema,
    responses: { 200: scimSettingsSchema },
    handler: async (request) => {
      const { actor, organization, body: wanted } = request;
      const body = await changeScimSettings(db, wanted, {
        actor,
        organizationId: organization.id,
        origin: originOf(request),
        ifMatch: request.header('if-match'),
      });
      return { status: 200, body, headers: { etag: contentTagOf(body) } };
    },
  }),
];
