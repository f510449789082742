import { dueSettingsSchema, saveDueSettingsSchema } from '@obieg/contracts';
import { type Database, defineRoute, entityTagOf, ifMatchHeaders, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import type { StoredDueSettings } from './due-settings.repo';
import { readDueSettings, saveDueSettings } from './due-settings.service';

const respondWith = ({ settings, revision }: StoredDueSettings) => ({
  status: 200 as const,
  body: settings,
  headers: { etag: entityTagOf({ revision }) },
});

export const dueSettingsRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/due-settings',
    operationId: 'getDueSettings',
    summary: 'Returns the working hours and the default time of each priority until a new task is due',
    access: { permission: 'BASE' },
    responses: { 200: dueSettingsSchema },
    handler: async (request) => respondWith(await readDueSettings(db, callerOf(request))),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/due-settings',
    operationId: 'saveDueSettings',
    summary: 'Changes working hours and default due times for new tasks; 412 if If-Match is not the ETag',
    access: { permission: 'MANAGE_WORKFLOW' },
    headers: ifMatchHeaders,
    body: saveDueSettingsSchema,
    responses: { 200: dueSettingsSchema },
    handler: async (request) =>
      respondWith(await saveDueSettings(db, callerOf(request), request.body, request.header('if-match'))),
  }),
];
