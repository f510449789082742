import {
  apiTokenSessionSchema,
  apiTokensSchema,
  createApiTokenSchema,
  createdApiTokenSchema,
  internalHeaders,
} from '@obieg/contracts';
import {
  type Actor,
  creationOf,
  type Database,
  defineRoute,
  idempotencyHeaders,
  type OrganizationContext,
  type Route,
} from '@obieg/service-kit';
import * as z from 'zod';
import type { SigningKeys } from '../keys/signing-keys';
import { originOf } from '../security-log/origin';
import { createOwnToken, revokeOwnToken } from './own-tokens';
import { openTokenSession } from './token-session';
import { listTokens, type TokenOwner } from './tokens';

interface Dependencies {
  db: Database;
  /** Returns an organization's address, built only from configuration. */
  organizationUrl(codeName: string): string;
}

const ownerOf = ({
  actor,
  organization,
}: {
  actor: Actor;
  organization: OrganizationContext;
}): TokenOwner => ({
  organizationId: organization.id,
  userId: actor.userId,
});

/** API tokens of the caller in the addressed organization. No API token can call these. */
export const apiTokenRoutes = ({ db, organizationUrl }: Dependencies): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/account/tokens',
    operationId: 'listOwnApiTokens',
    summary: "Lists the caller's API tokens of this organization",
    access: 'signed-in',
    responses: { 200: apiTokensSchema },
    handler: async (request) => ({
      status: 200,
      body: { tokens: await listTokens(db, ownerOf(request)) },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/account/tokens',
    operationId: 'createOwnApiToken',
    summary:
      'Creates an API token; the response is the only one that contains it; the Idempotency-Key header makes retries safe',
    access: 'signed-in',
    headers: idempotencyHeaders,
    body: createApiTokenSchema,
    responses: { 201: createdApiTokenSchema },
    handler: async (request) => ({
      status: 201,
      body: await createOwnToken(
        { db, organizationUrl },
        {
          owner: ownerOf(request),
          input: request.body,
          creation: creationOf(request, 'createOwnApiToken'),
          origin: originOf(request),
        },
      ),
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/account/tokens/:id',
    operationId: 'revokeOwnApiToken',
    summary: 'Revokes an API token of the caller',
    access: 'signed-in',
    params: z.object({ id: z.uuid() }),
    responses: { 204: null },
    handler: async (request) => {
      await revokeOwnToken(db, ownerOf(request), request.params.id, originOf(request));
      return { status: 204 };
    },
  }),
];

const tokenHeaders = z.object({ [internalHeaders.apiToken]: z.string().max(100) });

/** For the gateway, which calls the services with this session instead of the token. */
export const internalApiTokenRoutes = (db: Database, keys: SigningKeys): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/internal/api-token-session',
    operationId: 'openApiTokenSession',
    summary: 'Opens a short session for an API token',
    access: 'anyone',
    headers: tokenHeaders,
    responses: { 200: apiTokenSessionSchema },
    handler: async ({ organization, headers }) => ({
      status: 200,
      body: await openTokenSession(db, keys, organization.id, headers[internalHeaders.apiToken]),
    }),
  }),
];
