import {
  changeUserRolesSchema,
  createApiTokenSchema,
  createdApiTokenSchema,
  createIntegrationSchema,
  integrationSchema,
  integrationsSchema,
  integrationTokensSchema,
  pathIdSchema,
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
import { originOf } from '../security-log/origin';
import type { IntegrationTokens } from './integration-tokens';
import type { Integrations } from './integrations.service';

interface Dependencies {
  integrations: Integrations;
  tokens: IntegrationTokens;
}

const manageUsers = { permission: 'MANAGE_USERS' } as const;
const params = z.object({ id: pathIdSchema });

type Request = Caller & { actor: Actor; organization: OrganizationContext };

const actingOf = (request: Request) => ({
  actor: request.actor,
  organizationId: request.organization.id,
  origin: originOf(request),
});

const changeOf = (request: Request & { params: { id: number } }) => ({
  ...actingOf(request),
  userId: request.params.id,
});

const accountRoutes = ({ integrations }: Dependencies): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/integrations',
    operationId: 'listIntegrations',
    summary: "Lists the organization's integrations by name",
    access: manageUsers,
    responses: { 200: integrationsSchema },
    handler: async ({ organization }) => ({
      status: 200,
      body: { integrations: await integrations.list(organization.id) },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/integrations',
    operationId: 'createIntegration',
    summary:
      "Creates an integration with at most the caller's roles; the Idempotency-Key header makes retries safe",
    access: manageUsers,
    headers: idempotencyHeaders,
    body: createIntegrationSchema,
    responses: { 201: integrationSchema },
    handler: async (request) => ({
      status: 201,
      body: await integrations.create(
        actingOf(request),
        request.body,
        creationOf(request, 'createIntegration'),
      ),
    }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/integrations/:id/roles',
    operationId: 'changeIntegrationRoles',
    summary: "Sets an integration's roles; 412 if it no longer has `expectedRoles`",
    access: manageUsers,
    params,
    body: changeUserRolesSchema,
    responses: { 200: integrationSchema },
    handler: async (request) => ({
      status: 200,
      body: await integrations.changeRoles(changeOf(request), request.body.roles, request.body.expectedRoles),
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/integrations/:id',
    operationId: 'deleteIntegration',
    summary: 'Deletes an integration and revokes its tokens; its name stays on what it did',
    access: manageUsers,
    params,
    responses: { 204: null },
    handler: async (request) => {
      await integrations.remove(changeOf(request));
      return { status: 204 };
    },
  }),
];

const tokenRoutes = ({ tokens }: Dependencies): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/integrations/:id/tokens',
    operationId: 'listIntegrationTokens',
    summary: 'Lists the API tokens of an integration',
    access: manageUsers,
    params,
    responses: { 200: integrationTokensSchema },
    handler: async ({ organization, params, language }) => ({
      status: 200,
      body: { tokens: await tokens.list({ organizationId: organization.id, userId: params.id }, language) },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/integrations/:id/tokens',
    operationId: 'createIntegrationToken',
    summary:
      'Creates an API token of an integration; the response is the only one that contains it; the Idempotency-Key header makes retries safe',
    access: manageUsers,
    params,
    headers: idempotencyHeaders,
    body: createApiTokenSchema,
    responses: { 201: createdApiTokenSchema },
    handler: async (request) => ({
      status: 201,
      body: await tokens.create(
        changeOf(request),
        request.body,
        creationOf(request, `createIntegrationToken ${request.params.id}`),
      ),
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/integrations/:id/tokens/:tokenId',
    operationId: 'revokeIntegrationToken',
    summary: 'Revokes an API token of an integration',
    access: manageUsers,
    params: params.extend({ tokenId: z.uuid() }),
    responses: { 204: null },
    handler: async (request) => {
      await tokens.revoke(changeOf(request), request.params.tokenId);
      return { status: 204 };
    },
  }),
];

/** Integrations of the organization and their API tokens. No API token can call these. */
export const integrationRoutes = (dependencies: Dependencies): Route[] => [
  ...accountRoutes(dependencies),
  ...tokenRoutes(dependencies),
];
