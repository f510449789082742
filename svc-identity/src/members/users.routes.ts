import {
  grantableRoles,
  inviteUserResponseSchema,
  inviteUserSchema,
  limits,
  nextCursorHeader,
  organizationSchema,
  pathIdSchema,
  roleCodes,
  roleDescriptionSchema,
  textSchema,
  userSchema,
  userSearchQuerySchema,
  userSearchSchema,
  userSummarySchema,
} from '@obieg/contracts';
import { defineRoute, type Route } from '@obieg/service-kit';
import { z } from 'zod';
import type { Invitations } from '../invitations/invitations.service';
import type { Organizations } from '../organizations/organizations.service';
import type { Users } from './users.service';

interface Dependencies {
  users: Users;
  invitations: Invitations;
  organizations: Organizations;
}

const manageUsers = { permission: 'MANAGE_USERS' } as const;
const base = { permission: 'BASE' } as const;
const pageQuerySchema = z.object({
  search: textSchema(100).optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(limits.pageSizeMax))
    .default(limits.pageSize),
  cursor: pathIdSchema.optional(),
});

const readRoutes = ({ users }: Dependencies): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/users/search',
    operationId: 'searchUsers',
    summary: 'Finds members of the organization (spec 2 §7)',
    access: base,
    query: userSearchQuerySchema,
    responses: { 200: userSearchSchema },
    handler: async ({ organization, query }) => ({
      status: 200,
      body: await users.search(organization.id, query.searchTerm),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/organizations/users',
    operationId: 'listOrganizationUsers',
    summary: 'Members of the organization, for pickers (spec 1 §7)',
    access: base,
    responses: { 200: z.array(userSummarySchema) },
    handler: async ({ organization }) => ({ status: 200, body: await users.listSummaries(organization.id) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/users',
    operationId: 'listUsers',
    summary: 'Members of the organization, a page at a time (spec 2 §2)',
    access: manageUsers,
    query: pageQuerySchema,
    responses: { 200: z.array(userSchema) },
    handler: async ({ actor, organization, query }) => {
      const { users: page, nextCursor } = await users.list(actor, organization.id, query);
      return {
        status: 200,
        body: page,
        headers: nextCursor === null ? {} : { [nextCursorHeader]: nextCursor },
      };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/users/:id',
    operationId: 'getUser',
    summary: 'Shows a member (spec 2 §2)',
    access: manageUsers,
    params: z.object({ id: pathIdSchema }),
    responses: { 200: userSchema },
    handler: async ({ actor, organization, params }) => ({
      status: 200,
      body: await users.get(actor, organization.id, params.id),
    }),
  }),
];

const adminRoutes = ({ invitations, organizations }: Dependencies): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/admin/roles',
    operationId: 'listRoles',
    summary: 'Roles that the caller may grant (spec 2 §2)',
    access: manageUsers,
    responses: { 200: z.array(roleDescriptionSchema) },
    handler: async ({ actor }) => ({
      status: 200,
      body: grantableRoles(actor.permissions)
        .filter((name) => name !== 'SUPER_ADMIN')
        .map((name) => ({ id: roleCodes.indexOf(name) + 1, name })),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/admin/organizations',
    operationId: 'listOrganizationsToInviteInto',
    summary: 'Organizations to choose from when inviting (spec 2 §2)',
    access: { permission: 'MANAGE_SUSER' },
    site: 'any',
    responses: { 200: z.array(organizationSchema) },
    handler: async ({ actor }) => ({ status: 200, body: await organizations.list(actor) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/admin/permissions/manage-suser',
    operationId: 'checkManageSuser',
    summary: 'Whether the caller manages all users: a bare boolean (spec 1 §7)',
    access: 'signed-in',
    site: 'any',
    responses: { 200: z.boolean() },
    handler: async ({ actor }) => ({ status: 200, body: actor.permissions.has('MANAGE_SUSER') }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/admin/invite-user',
    operationId: 'inviteUser',
    summary: 'Invites somebody, or sets the roles of an existing user (spec 2 §2)',
    access: manageUsers,
    body: inviteUserSchema,
    responses: { 200: inviteUserResponseSchema },
    handler: async ({ actor, organization, body, traceparent }) => ({
      status: 200,
      body: await invitations.invite({
        ...body,
        actor,
        addressedOrganizationId: organization.id,
        traceparent,
      }),
    }),
  }),
];

export const userRoutes = (dependencies: Dependencies): Route[] => [
  ...readRoutes(dependencies),
  ...adminRoutes(dependencies),
];
