import {
  changeUserRolesSchema,
  grantableRoles,
  inviteUserResponseSchema,
  inviteUserSchema,
  organizationSchema,
  pageQuerySchema,
  pathIdSchema,
  roleCodes,
  roleDescriptionSchema,
  userListQuerySchema,
  userSchema,
  userSearchQuerySchema,
  userSearchSchema,
  userSummarySchema,
} from '@obieg/contracts';
import {
  type Actor,
  type Caller,
  type Database,
  defineRoute,
  type OrganizationContext,
  type Route,
} from '@obieg/service-kit';
import * as z from 'zod';
import { inviteUser } from '../invitations/invite-user';
import { resendInvitation } from '../invitations/resend-invitation';
import type { Organizations } from '../organizations/organizations.service';
import { pageAnswer } from '../requests/paging';
import { originOf } from '../security-log/origin';
import type { Membership } from './membership.service';
import type { Users } from './users.service';

interface Dependencies {
  db: Database;
  /** Returns an organization's address, built only from configuration. */
  organizationUrl(codeName: string): string;
  /** Multiplies the limit of invitations per person. */
  rateLimitScale: number;
  users: Users;
  membership: Membership;
  organizations: Organizations;
}

const manageUsers = { permission: 'MANAGE_USERS' } as const;
const base = { permission: 'BASE' } as const;
const params = z.object({ id: pathIdSchema });

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
      body: await users.search(organization.id, query.searchTerm, query.assignable === 'true'),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/organizations/users',
    operationId: 'listOrganizationUsers',
    summary: 'Lists members of the organization for pickers (spec 1 §7)',
    access: base,
    responses: { 200: z.array(userSummarySchema) },
    handler: async ({ organization }) => ({ status: 200, body: await users.listSummaries(organization.id) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/users',
    operationId: 'listUsers',
    summary: 'Lists members of the organization by page (spec 2 §2)',
    access: manageUsers,
    query: userListQuerySchema,
    responses: { 200: z.array(userSchema) },
    handler: async ({ actor, organization, query }) => {
      const { users: items, nextCursor } = await users.list(actor, organization.id, query);
      return pageAnswer({ items, nextCursor });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/users/:id',
    operationId: 'getUser',
    summary: 'Shows a member (spec 2 §2)',
    access: manageUsers,
    params,
    responses: { 200: userSchema },
    handler: async ({ actor, organization, params, language }) => ({
      status: 200,
      body: await users.get(actor, organization.id, params.id, language),
    }),
  }),
];

type ChangeRequest = Caller & {
  actor: Actor;
  organization: OrganizationContext;
  params: { id: number };
};

/** Actor and member of a change. */
const changeOf = (request: ChangeRequest) => ({
  actor: request.actor,
  organizationId: request.organization.id,
  userId: request.params.id,
  origin: originOf(request),
});

const memberRoutes = ({ users, membership }: Dependencies): Route[] => [
  defineRoute({
    method: 'PUT',
    path: '/api/users/:id/roles',
    operationId: 'changeUserRoles',
    summary: "Sets a member's roles in the organization; 412 if the member no longer has `expectedRoles`",
    access: manageUsers,
    params,
    body: changeUserRolesSchema,
    responses: { 200: userSchema },
    handler: async (request) => {
      const { actor, organization, params, body, language } = request;
      await membership.changeRoles(changeOf(request), body.roles, body.expectedRoles);
      return { status: 200, body: await users.get(actor, organization.id, params.id, language) };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/users/:id',
    operationId: 'removeUser',
    summary: 'Removes a member from the organization; the account stays',
    access: manageUsers,
    params,
    responses: { 204: null },
    handler: async (request) => {
      await membership.remove(changeOf(request));
      return { status: 204 };
    },
  }),
];

const invitationRoutes = ({ db, organizationUrl, rateLimitScale, membership }: Dependencies): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/users/:id/invitation',
    operationId: 'resendInvitation',
    summary: 'Mails the invitation again with a new link; 409 after acceptance',
    access: manageUsers,
    params,
    responses: { 204: null },
    handler: async (request) => {
      await resendInvitation({ db, organizationUrl, rateLimitScale }, changeOf(request));
      return { status: 204 };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/users/:id/invitation',
    operationId: 'withdrawInvitation',
    summary: 'Withdraws an invitation and ends the membership; 409 after acceptance',
    access: manageUsers,
    params,
    responses: { 204: null },
    handler: async (request) => {
      await membership.withdrawInvitation(changeOf(request));
      return { status: 204 };
    },
  }),
];

const adminRoutes = ({ db, organizationUrl, rateLimitScale, organizations }: Dependencies): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/admin/roles',
    operationId: 'listRoles',
    summary: 'Lists the roles that the caller may grant (spec 2 §2)',
    access: manageUsers,
    // On the main domain, for invitations to a named organization.
    site: 'any',
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
    summary: 'Lists organizations to invite into, by page (spec 2 §2)',
    access: { permission: 'MANAGE_SUSER' },
    site: 'any',
    query: pageQuerySchema,
    responses: { 200: z.array(organizationSchema) },
    handler: async ({ actor, query }) => pageAnswer(await organizations.list(actor, query)),
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
    summary:
      'Invites a user, or sets the roles of an existing user; 409 ROLES_HELD until confirmed (spec 2 §2)',
    access: manageUsers,
    // On the main domain, a holder of MANAGE_SUSER names the organization.
    site: 'any',
    body: inviteUserSchema,
    responses: { 200: inviteUserResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await inviteUser(
        { db, organizationUrl, rateLimitScale },
        request.body,
        request.actor,
        originOf(request),
      ),
    }),
  }),
];

export const userRoutes = (dependencies: Dependencies): Route[] => [
  ...readRoutes(dependencies),
  ...memberRoutes(dependencies),
  ...invitationRoutes(dependencies),
  ...adminRoutes(dependencies),
];
