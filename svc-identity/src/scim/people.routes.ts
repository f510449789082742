import { scimMediaType } from '@obieg/contracts';
import { creationOf, defineRoute, idempotencyHeaders, ifMatchHeaders, type Route } from '@obieg/service-kit';
import * as z from 'zod';
import type { InvitationDependencies } from '../invitations/send-invitation';
import { listQuerySchema, listResponseSchema, project, projectionSchema, toListResponse } from './list-query';
import { patchSchema } from './patch-operations';
import type { ScimPeople } from './people.service';
import { callOf } from './scim-call';
import { parseScimId } from './scim-ids';
import { userAttributesSchema } from './user-attributes';
import { type UserResource, userResourceSchema } from './user-resource';

interface Dependencies {
  people: ScimPeople;
  invitation: InvitationDependencies;
}

const shared = { access: { permission: 'MANAGE_USERS' }, mediaType: scimMediaType } as const;
const params = z.object({ id: z.string().max(20) });

const respond = <S extends 200 | 201>(status: S, body: UserResource) => ({
  status,
  body,
  headers: {
    etag: body.meta.version,
    ...(status === 201 ? { location: body.meta.location } : {}),
  },
});

export const scimPeopleRoutes = ({ people, invitation }: Dependencies): Route[] => {
  type Request = Parameters<typeof callOf>[0] & { params: { id: string } };
  const personCallOf = (request: Request) => ({
    call: callOf(request, invitation),
    id: parseScimId('User', request.params.id),
    ifMatch: request.header('if-match'),
  });
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/scim/v2/Users',
      operationId: 'listScimUsers',
      summary: 'SCIM: lists people of the organization, also inactive ones that the client keeps',
      query: listQuerySchema,
      responses: { 200: listResponseSchema },
      handler: async (request) => {
        const { resources, totalResults } = await people.list(callOf(request, invitation), request.query);
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
      path: '/scim/v2/Users/:id',
      operationId: 'getScimUser',
      summary: 'SCIM: shows a person',
      params,
      query: projectionSchema,
      responses: { 200: userResourceSchema.partial() },
      handler: async (request) => {
        const { call, id } = personCallOf(request);
        const resource = await people.get(call, id);
        return {
          status: 200,
          body: project(resource, request.query) as Partial<UserResource>,
          headers: { etag: resource.meta.version },
        };
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      path: '/scim/v2/Users',
      operationId: 'createScimUser',
      summary: 'SCIM: creates a person; 409 uniqueness if there is one with the name, address or externalId',
      headers: idempotencyHeaders,
      body: userAttributesSchema,
      responses: { 201: userResourceSchema },
      handler: async (request) =>
        respond(
          201,
          await people.create(
            callOf(request, invitation),
            request.body,
            creationOf(request, 'createScimUser'),
          ),
        ),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      path: '/scim/v2/Users/:id',
      operationId: 'replaceScimUser',
      summary: 'SCIM: changes a person; 412 if If-Match is not the current version',
      params,
      headers: ifMatchHeaders,
      body: userAttributesSchema,
      responses: { 200: userResourceSchema },
      handler: async (request) => respond(200, await people.replace(personCallOf(request), request.body)),
    }),
    defineRoute({
      ...shared,
      method: 'PATCH',
      path: '/scim/v2/Users/:id',
      operationId: 'patchScimUser',
      summary: 'SCIM: changes attributes of a person; 412 if If-Match is not the current version',
      params,
      headers: ifMatchHeaders,
      body: patchSchema,
      responses: { 200: userResourceSchema },
      handler: async (request) =>
        respond(200, await people.patch(personCallOf(request), request.body.Operations)),
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      path: '/scim/v2/Users/:id',
      operationId: 'deleteScimUser',
      summary: 'SCIM: ends the membership of a person; the account stays',
      params,
      headers: ifMatchHeaders,
      responses: { 204: null },
      handler: async (request) => {
        await people.remove(personCallOf(request));
        return { status: 204 };
      },
    }),
  ];
};
