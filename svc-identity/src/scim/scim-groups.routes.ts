import { creationOf, defineRoute, idempotencyHeaders, ifMatchHeaders, type Route } from '@obieg/service-kit';
import type { InvitationDependencies } from '../invitations/send-invitation';
import { groupInputSchema, readGroupPatch } from './group-attributes';
import { isReturned, listQuerySchema, listResponseSchema, projectionSchema } from './list-query';
import { patchSchema } from './patch-operations';
import {
  resourceCallOf,
  respondList,
  respondProjected,
  respondWith,
  scimIdParams,
  scimRoute,
} from './resource-routes';
import { callOf } from './scim-call';
import { groupResourceSchema, type ScimGroups } from './scim-groups.service';

interface Dependencies {
  groups: ScimGroups;
  invitation: InvitationDependencies;
}

export const scimGroupRoutes = ({ groups, invitation }: Dependencies): Route[] => {
  const groupCallOf = (request: Parameters<typeof resourceCallOf>[0]) =>
    resourceCallOf(request, 'Group', invitation);
  return [
    defineRoute({
      ...scimRoute,
      method: 'GET',
      path: '/scim/v2/Groups',
      operationId: 'listScimGroups',
      summary: 'SCIM: lists groups of the organization',
      query: listQuerySchema,
      responses: { 200: listResponseSchema },
      handler: async (request) =>
        respondList(await groups.list(callOf(request, invitation), request.query), request.query),
    }),
    defineRoute({
      ...scimRoute,
      method: 'GET',
      path: '/scim/v2/Groups/:id',
      operationId: 'getScimGroup',
      summary: 'SCIM: shows a group',
      params: scimIdParams,
      query: projectionSchema,
      responses: { 200: groupResourceSchema.partial() },
      handler: async (request) => {
        const { call, id } = groupCallOf(request);
        return respondProjected(
          await groups.get(call, id, isReturned(request.query, 'members')),
          request.query,
        );
      },
    }),
    defineRoute({
      ...scimRoute,
      method: 'POST',
      path: '/scim/v2/Groups',
      operationId: 'createScimGroup',
      summary: 'SCIM: creates a group; names need not be unique',
      headers: idempotencyHeaders,
      body: groupInputSchema,
      responses: { 201: groupResourceSchema },
      handler: async (request) =>
        respondWith(
          201,
          await groups.create(
            callOf(request, invitation),
            request.body,
            creationOf(request, 'createScimGroup'),
          ),
        ),
    }),
    defineRoute({
      ...scimRoute,
      method: 'PUT',
      path: '/scim/v2/Groups/:id',
      operationId: 'replaceScimGroup',
      summary: 'SCIM: changes name and people of a group; 412 if If-Match is not the current version',
      params: scimIdParams,
      headers: ifMatchHeaders,
      body: groupInputSchema,
      responses: { 200: groupResourceSchema },
      handler: async (request) => respondWith(200, await groups.replace(groupCallOf(request), request.body)),
    }),
    defineRoute({
      ...scimRoute,
      method: 'PATCH',
      path: '/scim/v2/Groups/:id',
      operationId: 'patchScimGroup',
      summary: 'SCIM: adds and removes people, changes the name; 412 if If-Match is not the current version',
      params: scimIdParams,
      headers: ifMatchHeaders,
      body: patchSchema,
      responses: { 204: null },
      handler: async (request) => ({
        status: 204,
        headers: {
          etag: await groups.patch(groupCallOf(request), readGroupPatch(request.body.Operations)),
        },
      }),
    }),
    defineRoute({
      ...scimRoute,
      method: 'DELETE',
      path: '/scim/v2/Groups/:id',
      operationId: 'deleteScimGroup',
      summary: 'SCIM: deletes a group that is not in use',
      params: scimIdParams,
      headers: ifMatchHeaders,
      responses: { 204: null },
      handler: async (request) => {
        await groups.remove(groupCallOf(request));
        return { status: 204 };
      },
    }),
  ];
};
