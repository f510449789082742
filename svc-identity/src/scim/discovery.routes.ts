import { type Database, defineRoute, problem, type Route } from '@obieg/service-kit';
import * as z from 'zod';
import type { InvitationDependencies } from '../invitations/send-invitation';
import { listResponseSchema, toListResponse } from './list-query';
import { scimRoute } from './resource-routes';
import { describeProvider, listResourceTypes, listSchemas } from './schemas';
import { callOf, inCall } from './scim-call';

interface Dependencies {
  db: Database;
  invitation: InvitationDependencies;
}

const params = z.object({ id: z.string().max(100) });
const documentSchema = z.record(z.string(), z.unknown());

const listAll = <T extends { id: string }>(documents: readonly T[]) =>
  toListResponse(documents, { totalResults: documents.length, startIndex: 1 });

/** @throws 404 */
const find = <T extends { id: string }>(documents: readonly T[], id: string): T => {
  const document = documents.find((one) => one.id === id);
  if (!document) throw problem.notFound();
  return document;
};

/** Documents that describe the service to a client (RFC 7644 §4). */
export const scimDiscoveryRoutes = ({ db, invitation }: Dependencies): Route[] => {
  /** Returns the address for an integration. @throws 403 */
  const baseUrlOf = async (request: Parameters<typeof callOf>[0]): Promise<string> => {
    const call = callOf(request, invitation);
    return inCall(db, call, async () => call.baseUrl);
  };
  return [
    defineRoute({
      ...scimRoute,
      method: 'GET',
      path: '/scim/v2/ServiceProviderConfig',
      operationId: 'showScimProvider',
      summary: 'SCIM: what the service supports',
      responses: { 200: documentSchema },
      handler: async (request) => ({ status: 200, body: describeProvider(await baseUrlOf(request)) }),
    }),
    defineRoute({
      ...scimRoute,
      method: 'GET',
      path: '/scim/v2/Schemas',
      operationId: 'listScimSchemas',
      summary: 'SCIM: lists the schemas of users and groups',
      responses: { 200: listResponseSchema },
      handler: async (request) => ({ status: 200, body: listAll(listSchemas(await baseUrlOf(request))) }),
    }),
    defineRoute({
      ...scimRoute,
      method: 'GET',
      path: '/scim/v2/Schemas/:id',
      operationId: 'getScimSchema',
      summary: 'SCIM: shows a schema',
      params,
      responses: { 200: documentSchema },
      handler: async (request) => ({
        status: 200,
        body: find(listSchemas(await baseUrlOf(request)), request.params.id),
      }),
    }),
    defineRoute({
      ...scimRoute,
      method: 'GET',
      path: '/scim/v2/ResourceTypes',
      operationId: 'listScimResourceTypes',
      summary: 'SCIM: lists the kinds of resources',
      responses: { 200: listResponseSchema },
      handler: async (request) => ({
        status: 200,
        body: listAll(listResourceTypes(await baseUrlOf(request))),
      }),
    }),
    defineRoute({
      ...scimRoute,
      method: 'GET',
      path: '/scim/v2/ResourceTypes/:id',
      operationId: 'getScimResourceType',
      summary: 'SCIM: shows a kind of resources',
      params,
      responses: { 200: documentSchema },
      handler: async (request) => ({
        status: 200,
        body: find(listResourceTypes(await baseUrlOf(request)), request.params.id),
      }),
    }),
  ];
};
