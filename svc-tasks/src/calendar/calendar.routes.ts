import { Readable } from 'node:stream';
import { calendarKeySchema, calendarKeyStateSchema, createdCalendarKeySchema } from '@obieg/contracts';
import {
  contentTagOf,
  defineRoute,
  fileBodySchema,
  matchesTag,
  problem,
  type Route,
  withOrganization,
} from '@obieg/service-kit';
import * as z from 'zod';
import { callerOf } from '../callers/caller';
import { recordCalendarKeyChange } from './calendar.events';
import { deleteKey, findKeyState, replaceKey } from './calendar-keys.repo';
import { type CalendarDependencies, readFeed } from './read-feed';
import { renderFeed } from './render-feed';

const feedHeaders = z.object({ 'if-none-match': z.string().max(1_000).optional() });

const feedRoute = (dependencies: CalendarDependencies): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/calendar/:key.ics',
    operationId: 'getCalendarFeed',
    summary:
      'Returns the due dates of the owner of the key as iCalendar (RFC 5545); 404 unless the key is valid',
    // Calendar programs have no session. The key is the capability.
    access: 'anyone',
    params: z.object({ key: calendarKeySchema }),
    headers: feedHeaders,
    responses: { 200: fileBodySchema, 304: null },
    handler: async ({ organization, params, headers: { 'if-none-match': ifNoneMatch } }) => {
      const feed = await readFeed(dependencies, organization.id, params.key);
      if (!feed) throw problem.notFound();
      const etag = contentTagOf(feed);
      // A revoked key must not be answered from a cache.
      const headers = { etag, 'cache-control': 'private, no-cache' };
      if (ifNoneMatch !== undefined && matchesTag(etag, ifNoneMatch)) return { status: 304, headers };
      return {
        status: 200,
        headers: {
          ...headers,
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': 'inline; filename="obieg.ics"',
          'x-content-type-options': 'nosniff',
        },
        body: Readable.from(renderFeed(feed)),
      };
    },
  });

const path = '/api/calendar-key';

/** The feed of due dates, and the key of its address. */
export const calendarRoutes = (dependencies: CalendarDependencies): Route[] => {
  const { db, organizationUrl } = dependencies;
  return [
    feedRoute(dependencies),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'getCalendarKey',
      summary: 'Tells whether the caller has a key of a calendar feed, and its last use; never the key',
      access: 'signed-in',
      responses: { 200: calendarKeyStateSchema },
      handler: async (request) => {
        const { tenantScope, actor } = callerOf(request);
        const key = await withOrganization(db, tenantScope, (tx) => findKeyState(tx, actor.userId));
        return { status: 200, body: { key } };
      },
    }),
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createCalendarKey',
      summary: 'Creates the key of a calendar feed, and revokes the earlier one; the address is shown once',
      access: 'signed-in',
      responses: { 201: createdCalendarKeySchema },
      handler: async (request) => {
        const caller = callerOf(request);
        const { organizationId, actor } = caller;
        const key = await withOrganization(db, caller.tenantScope, (tx) => {
          recordCalendarKeyChange(tx, { ...caller, ip: request.ip }, 'CREATED');
          return replaceKey(tx, organizationId, actor.userId);
        });
        const address = `${organizationUrl(request.organization.code)}/api/calendar/${key}.ics`;
        return { status: 201, body: { address } };
      },
    }),
    defineRoute({
      method: 'DELETE',
      path,
      operationId: 'revokeCalendarKey',
      summary: 'Revokes the key of the calendar feed; its address returns 404 at once',
      access: 'signed-in',
      responses: { 204: null },
      handler: async (request) => {
        const caller = callerOf(request);
        await withOrganization(db, caller.tenantScope, async (tx) => {
          if (await deleteKey(tx, caller.actor.userId))
            recordCalendarKeyChange(tx, { ...caller, ip: request.ip }, 'REVOKED');
        });
        return { status: 204 };
      },
    }),
  ];
};
