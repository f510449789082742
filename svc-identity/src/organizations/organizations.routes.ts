import {
  codeNameSchema,
  deleteOrganizationQuerySchema,
  organizationContentsSchema,
  organizationReferenceSchema,
  organizationReferencesSchema,
  organizationSchema,
  pageQuerySchema,
  pathIdSchema,
  presentCodeNameSchema,
  saveOrganizationSchema,
} from '@obieg/contracts';
import {
  creationOf,
  type Database,
  defineRoute,
  entityTagOf,
  idempotencyHeaders,
  ifMatchHeaders,
  problem,
  type Route,
} from '@obieg/service-kit';
import * as z from 'zod';
import { pageAnswer } from '../requests/paging';
import { originOf } from '../security-log/origin';
import { findPresentCodeName } from './code-names';
import { countOrganizationContents } from './organization-contents';
import type { Organizations, RevisedOrganization } from './organizations.service';

const params = z.object({ id: pathIdSchema });
const access = { permission: 'MANAGE_ORGANIZATIONS' } as const;

/** Builds the response with an organization and its ETag. */
const respondWithOrganization = <S extends 200 | 201>(status: S, organization: RevisedOrganization) => ({
  status,
  body: organization,
  headers: { etag: entityTagOf(organization) },
});

export const organizationRoutes = (db: Database, organizations: Organizations): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/organizations',
    operationId: 'listOrganizations',
    summary: "Lists all organizations for their managers, otherwise the caller's own, by page (spec 1 §2)",
    access: 'signed-in',
    site: 'any',
    query: pageQuerySchema,
    responses: { 200: z.array(organizationSchema) },
    handler: async ({ actor, query }) => pageAnswer(await organizations.list(actor, query)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/organizations',
    operationId: 'createOrganization',
    summary: 'Creates an organization; the Idempotency-Key header makes retries safe (spec 1 §7)',
    access,
    site: 'any',
    headers: idempotencyHeaders,
    body: saveOrganizationSchema,
    responses: { 201: organizationSchema },
    handler: async (request) =>
      respondWithOrganization(
        201,
        await organizations.create(
          request.body,
          originOf(request),
          creationOf(request, 'createOrganization'),
        ),
      ),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/organizations/:id',
    operationId: 'getOrganization',
    summary: 'Shows an organization (spec 1 §7)',
    access: 'signed-in',
    site: 'any',
    params,
    responses: { 200: organizationSchema },
    handler: async ({ actor, params: { id } }) =>
      respondWithOrganization(200, await organizations.get(actor, id)),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/organizations/:id',
    operationId: 'updateOrganization',
    summary:
      'Renames an organization; a changed code name moves it; 412 if If-Match is not its ETag (spec 1 §7)',
    access,
    site: 'any',
    params,
    headers: ifMatchHeaders,
    body: saveOrganizationSchema,
    responses: { 200: organizationSchema },
    handler: async (request) => {
      const { actor, params, body } = request;
      const change = { actor, origin: originOf(request), ifMatch: request.header('if-match') };
      return respondWithOrganization(200, await organizations.update(params.id, body, change));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/organizations/:id/contents',
    operationId: 'getOrganizationContents',
    summary: 'Counts the users and groups that a deletion takes away',
    access,
    site: 'any',
    params,
    responses: { 200: organizationContentsSchema },
    handler: async ({ params: { id } }) => ({ status: 200, body: await countOrganizationContents(db, id) }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/organizations/:id',
    operationId: 'deleteOrganization',
    summary: 'Deletes an organization and ends its sessions; 409 with another code name (spec 1 §7)',
    access,
    site: 'any',
    params,
    query: deleteOrganizationQuerySchema,
    responses: { 204: null },
    handler: async (request) => {
      await organizations.delete(request.params.id, request.query.codeName, originOf(request));
      return { status: 204 };
    },
  }),
];

export const internalOrganizationRoutes = (db: Database, organizations: Organizations): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/internal/organizations',
    operationId: 'listOrganizationReferences',
    summary: 'Lists the organizations for the gateway at startup',
    access: 'anyone',
    site: 'any',
    responses: { 200: organizationReferencesSchema },
    handler: async () => ({ status: 200, body: await organizations.listReferences() }),
  }),
  defineRoute({
    method: 'GET',
    path: '/internal/organizations/by-code/:code',
    operationId: 'findOrganizationByCode',
    summary: 'Returns an organization by code name, for the gateway',
    access: 'anyone',
    site: 'any',
    params: z.object({ code: codeNameSchema }),
    responses: { 200: organizationReferenceSchema },
    handler: async ({ params: { code } }) => {
      const organization = await organizations.findReference(code);
      if (!organization) throw problem.notFound();
      return { status: 200, body: organization };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/internal/organizations/by-former-code/:code',
    operationId: 'findPresentCodeName',
    summary: 'Returns the present code name of an organization that had another one, for the gateway',
    access: 'anyone',
    site: 'any',
    params: z.object({ code: codeNameSchema }),
    responses: { 200: presentCodeNameSchema },
    handler: async ({ params: { code } }) => {
      const codeName = await findPresentCodeName(db, code);
      if (codeName === undefined) throw problem.notFound();
      return { status: 200, body: { codeName } };
    },
  }),
];
