import {
  addGroupMemberSchema,
  changeGroupMemberSchema,
  createGroupSchema,
  groupMemberSchema,
  groupSchema,
  groupSummarySchema,
  pageQuerySchema,
  pathIdSchema,
  saveGroupSchema,
} from '@obieg/contracts';
import {
  type Actor,
  type Caller,
  creationOf,
  defineRoute,
  idempotencyHeaders,
  type OrganizationContext,
  type Route,
} from '@obieg/service-kit';
import * as z from 'zod';
import { pageAnswer } from '../requests/paging';
import { originOf } from '../security-log/origin';
import type { Groups } from './groups.service';

const read = { permission: 'BASE' } as const;
const change = { permission: 'MANAGE_USERS' } as const;
/** The service decides: leaders manage the members of their group. */
const manageMembers = read;
const params = z.object({ id: pathIdSchema });
const memberParams = z.object({ id: pathIdSchema, userId: pathIdSchema });

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
    responses: { 200: z.array(groupSchema) },
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
    handler: async ({ organization, params: { id }, actor, language }) => ({
      status: 200,
      body: await groups.get(organization.id, id, { actor, language }),
    }),
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
    handler: async (request) => ({
      status: 201,
      body: await groups.create(
        { ...changeOf(request), creation: creationOf(request, 'createGroup') },
        request.body,
      ),
    }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/groups/:id',
    operationId: 'updateGroup',
    summary: 'Changes a group (spec 2 §7)',
    access: change,
    params,
    body: saveGroupSchema,
    responses: { 200: groupSchema },
    handler: async (request) => ({
      status: 200,
      body: await groups.update(changeOf(request), request.params.id, request.body),
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/groups/:id',
    operationId: 'deleteGroup',
    summary: 'Deletes a group that is not in use (spec 2 §7)',
    access: change,
    params,
    responses: { 204: null },
    handler: async (request) => {
      await groups.delete(changeOf(request), request.params.id);
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
      return { status: 201, body: await groups.saveMember({ ...placeOf(request), userId }, role, 'add') };
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/groups/:id/members/:userId',
    operationId: 'changeGroupMember',
    summary: "Changes a member's role (spec 2 §7)",
    access: manageMembers,
    params: memberParams,
    body: changeGroupMemberSchema,
    responses: { 200: groupMemberSchema },
    handler: async (request) => {
      const { userId } = request.params;
      return {
        status: 200,
        body: await groups.saveMember({ ...placeOf(request), userId }, request.body.role, 'change'),
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
