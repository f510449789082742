import {
  addGroupMemberSchema,
  changeGroupMemberSchema,
  createGroupSchema,
  groupMemberSchema,
  groupSchema,
  groupSummarySchema,
  listedGroupSchema,
  pageQuerySchema,
  pathIdSchema,
  saveGroupSchema,
} from '@obieg/contracts';
import {
  type Actor,
  type Caller,
  creationOf,
  defineRoute,
  entityTagOf,
  idempotencyHeaders,
  ifMatchHeaders,
  type OrganizationContext,
  type Route,
} from '@obieg/service-kit';
import * as z from 'zod';
import { pageAnswer } from '../requests/paging';
import { originOf } from '../security-log/origin';
import type { Groups } from './groups.service';
import type { RevisedGroup } from './read-groups';

const read = { permission: 'BASE' } as const;
const change = { permission: 'MANAGE_USERS' } as const;
/** The service decides: leaders manage the members of their group. */
const manageMembers = read;
const params = z.object({ id: pathIdSchema });
const memberParams = z.object({ id: pathIdSchema, userId: pathIdSchema });

/** Builds the response with a group and its ETag. */
const respondWithGroup = <S extends 200 | 201>(status: S, group: RevisedGroup) => ({
  status,
  body: group,
  headers: { etag: entityTagOf(group) },
});

const readRoutes = (groups: Groups): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/organizations/groups',
    operationId: 'listOrganizationGroups',
    summary: 'Lists groups for pickers, by page (spec 1 §7)',
    access: read,
    query: pageQuerySchema,
    responses: { 200: z.array(groupSummarySchema) },
    handler: async ({ organization, query }) =>
      pageAnswer(await groups.listSummaries(organization.id, query)),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/groups',
    operationId: 'listGroups',
    summary: 'Lists groups by page (spec 2 §7)',
    access: read,
    query: pageQuerySchema,
    responses: { 200: z.array(listedGroupSchema) },
    handler: async ({ organization, query, actor, language }) =>
      pageAnswer(await groups.list(organization.id, query, { actor, language })),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/groups/:id',
    operationId: 'getGroup',
    summary: 'Shows a group (spec 2 §7)',
    access: read,
    params,
    responses: { 200: groupSchema },
    handler: async ({ organization, params: { id }, actor, language }) =>
      respondWithGroup(200, await groups.get(organization.id, id, { actor, language })),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/groups/:id/members',
    operationId: 'listGroupMembers',
    summary: 'Lists the members of a group (spec 2 §7)',
    access: read,
    params,
    responses: { 200: z.array(groupMemberSchema) },
    handler: async ({ organization, params: { id } }) => ({
      status: 200,
      body: await groups.listMembers(organization.id, id),
    }),
  }),
];

type Request = Caller & { actor: Actor; organization: OrganizationContext };

/** Organization and actor of a change. */
const changeOf = (request: Request) => ({
  organizationId: request.organization.id,
  actor: request.actor,
  origin: originOf(request),
});

/** Group, expected revision and actor of a change. */
const groupChangeOf = (request: Request & { params: { id: number } }) => ({
  ...changeOf(request),
  id: request.params.id,
  ifMatch: request.header('if-match'),
});

/** Group and actor of a membership change. */
const placeOf = (request: Request & { params: { id: number } }) => ({
  ...changeOf(request),
  groupId: request.params.id,
});

const changeRoutes = (groups: Groups): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/groups',
    operationId: 'createGroup',
    summary:
      'Creates a group, optionally with members; the Idempotency-Key header makes retries safe (spec 2 §7)',
    access: change,
    headers: idempotencyHeaders,
    body: createGroupSchema,
    responses: { 201: groupSchema },
    handler: async (request) =>
      respondWithGroup(
        201,
        await groups.create(
          { ...changeOf(request), creation: creationOf(request, 'createGroup') },
          request.body,
        ),
      ),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/groups/:id',
    operationId: 'updateGroup',
    summary: 'Changes a group; 412 if If-Match is not its current ETag (spec 2 §7)',
    access: change,
    params,
    headers: ifMatchHeaders,
    body: saveGroupSchema,
    responses: { 200: groupSchema },
    handler: async (request) =>
      respondWithGroup(200, await groups.update(groupChangeOf(request), request.body)),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/groups/:id',
    operationId: 'deleteGroup',
    summary: 'Deletes a group that is not in use; 412 if If-Match is not its current ETag (spec 2 §7)',
    access: change,
    params,
    headers: ifMatchHeaders,
    responses: { 204: null },
    handler: async (request) => {
      await groups.delete(groupChangeOf(request));
      return { status: 204 };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/groups/:id/members',
    operationId: 'addGroupMember',
    summary: 'Adds a member to a group (spec 2 §7)',
    access: manageMembers,
    params,
    body: addGroupMemberSchema,
    responses: { 201: groupMemberSchema },
    handler: async (request) => {
      const { userId, role } = request.body;
      return { status: 201, body: await groups.addMember({ ...placeOf(request), userId }, role) };
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/groups/:id/members/:userId',
    operationId: 'changeGroupMember',
    summary: "Changes a member's role; 412 if the member no longer has `expectedRole` (spec 2 §7)",
    access: manageMembers,
    params: memberParams,
    body: changeGroupMemberSchema,
    responses: { 200: groupMemberSchema },
    handler: async (request) => {
      const { userId } = request.params;
      return {
        status: 200,
        body: await groups.changeMember({ ...placeOf(request), userId }, request.body),
      };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/groups/:id/members/:userId',
    operationId: 'removeGroupMember',
    summary: 'Removes a member from a group (spec 2 §7)',
    access: manageMembers,
    params: memberParams,
    responses: { 204: null },
    handler: async (request) => {
      await groups.removeMember({ ...placeOf(request), userId: request.params.userId });
      return { status: 204 };
    },
  }),
];

export const groupRoutes = (groups: Groups): Route[] => [...readRoutes(groups), ...changeRoutes(groups)];
