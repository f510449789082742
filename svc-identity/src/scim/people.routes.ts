import { creationOf, defineRoute, idempotencyHeaders, ifMatchHeaders, type Route } from '@obieg/service-kit';
import type { InvitationDependencies } from '../invitations/send-invitation';
import { listQuerySchema, listResponseSchema, projectionSchema } from './list-query';
import { patchSchema } from './patch-operations';
import type { ScimPeople } from './people.service';
import {
  resourceCallOf,
  respondList,
  respondProjected,
  respondWith,
  scimIdParams,
  scimRoute,
} from './resource-routes';
import { callOf } from './scim-call';
import { userAttributesSchema } from './user-attributes';
import { userResourceSchema } from './user-resource';

interface Dependencies {
  people: ScimPeople;
  invitation: InvitationDependencies;
}

export const scimPeopleRoutes = ({ people, invitation }: Dependencies): Route[] => {
  const personCallOf = (request: Parameters<typeof resourceCallOf>[0]) =>
    resourceCallOf(request, 'User', invitation);
  return [
    defineRoute({
      ...scimRoute,
      method: 'GET',
      path: '/scim/v2/Users',
      operationId: 'listScimUsers',
      summary: 'SCIM: lists people of the organization, also inactive ones that the client keeps',
      query: listQuerySchema,
      responses: { 200: listResponseSchema },
      handler: async (request) =>
        respondList(await people.list(callOf(request, invitation), request.query), request.query),
    }),
    defineRoute({
      ...scimRoute,
      method: 'GET',
      path: '/scim/v2/Users/:id',
      operationId: 'getScimUser',
      summary: 'SCIM: shows a person',
      params: scimIdParams,
      query: projectionSchema,
      responses: { 200: userResourceSchema.partial() },
      handler: async (request) => {
        const { call, id } = personCallOf(request);
        return respondProjected(await people.get(call, id), request.query);
      },
    }),
    defineRoute({
      ...scimRoute,
      method: 'POST',
      path: '/scim/v2/Users',
      operationId: 'createScimUser',
      summary: 'SCIM: creates a person; 409 uniqueness if there is one with the name, address or externalId',
      headers: idempotencyHeaders,
      body: userAttributesSchema,
      responses: { 201: userResourceSchema },
      handler: async (request) =>
        respondWith(
          201,
          await people.create(
            callOf(request, invitation),
            request.body,
            creationOf(request, 'createScimUser'),
          ),
        ),
    }),
    defineRoute({
      ...scimRoute,
      method: 'PUT',
      path: '/scim/v2/Users/:id',
      operationId: 'replaceScimUser',
      summary: 'SCIM: changes a person; 412 if If-Match is not the current version',
      params: scimIdParams,
      headers: ifMatchHeaders,
      body: userAttributesSchema,
      responses: { 200: userResourceSchema },
      handler: async (request) => respondWith(200, await people.replace(personCallOf(request), request.body)),
    }),
    defineRoute({
      ...scimRoute,
      method: 'PATCH',
      path: '/scim/v2/Users/:id',
      operationId: 'patchScimUser',
      summary: 'SCIM: changes attributes of a person; 412 if If-Match is not the current version',
      params: scimIdParams,
      headers: ifMatchHeaders,
      body: patchSchema,
      responses: { 200: userResourceSchema },
      handler: async (request) =>
        respondWith(200, await people.patch(personCallOf(request), request.body.Operations)),
    }),
    defineRoute({
      ...scimRoute,
      method: 'DELETE',
      path: '/scim/v2/Users/:id',
      operationId: 'deleteScimUser',
      summary: 'SCIM: ends the membership of a person; the account stays',
      params: scimIdParams,
      headers: ifMatchHeaders,
      responses: { 204: null },
      handler: async (request) => {
        await people.remove(personCallOf(request));
        return { status: 204 };
      },
    }),
  ];
};
