import { scimMediaType } from '@obieg/contracts';
import { creationOf, defineRoute, idempotencyHeaders, ifMatchHeaders, type Route } from '@obieg/service-kit';
import * as z from 'zod';
import type { InvitationDependencies } from '../invitations/send-invitation';
import { groupInputSchema, readGroupPatch } from './group-attributes';
import {
  isReturned,
  listQuerySchema,
  listResponseSchema,
  project,
  projectionSchema,
  toListResponse,
} from './list-query';
import { patchSchema } from './patch-operations';
import { callOf } from './scim-call';
import { type GroupResource, groupResourceSchema, type ScimGroups } from './scim-groups.service';
import { parseScimId } from './scim-ids';

interface Dependencies {
  groups: ScimGroups;
  invitation: InvitationDependencies;
}

const shared = { access: { permission: 'MANAGE_USERS' }, mediaType: scimMediaType } as const;
const params = z.object({ id: z.string().max(20) });

const respond = <S extends 200 | 201>(status: S, body: GroupResource) => ({
  status,
  body,
  headers: {
    etag: body.meta.version,
    ...(status === 201 ? { location: body.meta.location } : {}),
  },
});

export const scimGroupRoutes = ({ groups, invitation }: Dependencies): Route[] => {
  type Request = Parameters<typeof callOf>[0] & { params: { id: string } };
  const groupCallOf = (request: Request) => ({
    call: callOf(request, invitation),
    id: parseScimId('Group', request.params.id),
    ifMatch: request.header('if-match'),
  });
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/scim/v2/Groups',
      operationId: 'listScimGroups',
      summary: 'SCIM: lists groups of the organization',
      query: listQuerySchema,
      responses: { 200: listResponseSchema },
      handler: async (request) => {
        const { resources, totalResults } = await groups.list(callOf(request, invitation), request.query);
        const { startIndex } = request.query;
        const body = toListResponse(
          resources.map((one) => project(one, request.query)),
          { totalResults, startIndex },
        );
        return { status: 200, body };
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/scim/v2/Groups/:id',
      operationId: 'getScimGroup',
      summary: 'SCIM: shows a group',
      params,
      query: projectionSchema,
      responses: { 200: groupResourceSchema.partial() },
      handler: async (request) => {
        const { call, id } = groupCallOf(request);
        const resource = await groups.get(call, id, isReturned(request.query, 'members'));
        return {
          status: 200,
          body: project(resource, request.query) as Partial<GroupResource>,
          headers: { etag: resource.meta.version },
        };
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      path: '/scim/v2/Groups',
      operationId: 'createScimGroup',
      summary: 'SCIM: creates a group; names need not be unique',
      headers: idempotencyHeaders,
      body: groupInputSchema,
      responses: { 201: groupResourceSchema },
      handler: async (request) =>
        respond(
          201,
          await groups.create(
            callOf(request, invitation),
            request.body,
            creationOf(request, 'createScimGroup'),
          ),
        ),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      path: '/scim/v2/Groups/:id',
      operationId: 'replaceScimGroup',
      summary: 'SCIM: changes name and people of a group; 412 if If-Match is not the current version',
      params,
      headers: ifMatchHeaders,
      body: groupInputSchema,
      responses: { 200: groupResourceSchema },
      handler: async (request) => respond(200, await groups.replace(groupCallOf(request), request.body)),
    }),
    defineRoute({
      ...shared,
      method: 'PATCH',
      path: '/scim/v2/Groups/:id',
      operationId: 'patchScimGroup',
      summary: 'SCIM: adds and removes people, changes the name; 412 if If-Match is not the current version',
      params,
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
      ...shared,
      method: 'DELETE',
      path: '/scim/v2/Groups/:id',
      operationId: 'deleteScimGroup',
      summary: 'SCIM: deletes a group that is not in use',
      params,
      headers: ifMatchHeaders,
      responses: { 204: null },
      handler: async (request) => {
        await groups.remove(groupCallOf(request));
        return { status: 204 };
      },
    }),
  ];
};
