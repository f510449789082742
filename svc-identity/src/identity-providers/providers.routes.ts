import {
  type IdentityProvider,
  identityProviderResponseSchema,
  identityProvidersSchema,
  pathIdSchema,
  providerDomainPathSchema,
  providerTestResponseSchema,
  providerTestStartSchema,
  saveIdentityProviderSchema,
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
import { originOf } from '../security-log/origin';
import type { ProviderDependencies } from './dependencies';
import { createProviders, type Providers } from './providers.service';
import { getProviderTest, startProviderTest } from './start-test';

/** Only ORG_ADMIN has it, and super administrators. */
const access = { permission: 'MANAGE_USERS' } as const;
const path = '/api/identity-providers/:id' as const;
const params = z.object({ id: pathIdSchema });
const domainParams = params.extend({ domain: providerDomainPathSchema });

type Request = Caller & { actor: Actor; organization: OrganizationContext };

const actingOf = (request: Request) => ({
  actor: request.actor,
  organization: request.organization,
  origin: originOf(request),
});

const changeOf = (request: Request & { params: { id: number } }) => ({
  ...actingOf(request),
  id: request.params.id,
  ifMatch: request.header('if-match'),
});

const respondWith = <S extends 200 | 201>(status: S, provider: IdentityProvider) => ({
  status,
  body: { provider },
  headers: { etag: entityTagOf(provider) },
});

const providerRoutes = (providers: Providers): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/identity-providers',
    operationId: 'listIdentityProviders',
    summary: "Lists the organization's identity providers; needs ORG_ADMIN, as all paths of providers",
    access,
    responses: { 200: identityProvidersSchema },
    handler: async ({ organization }) => ({ status: 200, body: await providers.list(organization) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/identity-providers',
    operationId: 'createIdentityProvider',
    summary: "Adds an identity provider with at most the caller's roles; 422 for a private address",
    access,
    headers: idempotencyHeaders,
    body: saveIdentityProviderSchema,
    responses: { 201: identityProviderResponseSchema },
    handler: async (request) =>
      respondWith(
        201,
        await providers.create(
          actingOf(request),
          request.body,
          creationOf(request, 'createIdentityProvider'),
        ),
      ),
  }),
  defineRoute({
    method: 'GET',
    path,
    operationId: 'getIdentityProvider',
    summary: 'Returns an identity provider; its secret is never returned',
    access,
    params,
    responses: { 200: identityProviderResponseSchema },
    handler: async (request) => respondWith(200, await providers.get(actingOf(request), request.params.id)),
  }),
  defineRoute({
    method: 'PUT',
    path,
    operationId: 'changeIdentityProvider',
    summary: 'Replaces an identity provider; 412 if If-Match is not its current revision',
    access,
    params,
    headers: ifMatchHeaders,
    body: saveIdentityProviderSchema,
    responses: { 200: identityProviderResponseSchema },
    handler: async (request) => respondWith(200, await providers.change(changeOf(request), request.body)),
  }),
  defineRoute({
    method: 'DELETE',
    path,
    operationId: 'deleteIdentityProvider',
    summary: 'Deletes an identity provider and ends the sessions that it opened',
    access,
    params,
    headers: ifMatchHeaders,
    responses: { 204: null },
    handler: async (request) => {
      await providers.remove(changeOf(request));
      return { status: 204 };
    },
  }),
];

const domainRoutes = (providers: Providers): Route[] => [
  defineRoute({
    method: 'POST',
    path: `${path}/domains/:domain/check`,
    operationId: 'checkProviderDomain',
    summary: 'Verifies a domain by its TXT record; 409 without the record',
    access,
    params: domainParams,
    responses: { 200: identityProviderResponseSchema },
    handler: async (request) =>
      respondWith(200, await providers.checkDomain(changeOf(request), request.params.domain)),
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/domains/:domain/confirm`,
    operationId: 'confirmProviderDomain',
    summary: 'Verifies a domain without a TXT record; needs MANAGE_ORGANIZATIONS',
    access: { permission: 'MANAGE_ORGANIZATIONS' },
    params: domainParams,
    responses: { 200: identityProviderResponseSchema },
    handler: async (request) =>
      respondWith(200, await providers.confirmDomain(changeOf(request), request.params.domain)),
  }),
];

const testRoutes = (dependencies: ProviderDependencies): Route[] => [
  defineRoute({
    method: 'GET',
    path: `${path}/test`,
    operationId: 'getIdentityProviderTest',
    summary: "The latest test of the caller's session",
    access,
    params,
    responses: { 200: providerTestResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: { test: await getProviderTest(dependencies, request, request.params.id) },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/test`,
    operationId: 'startIdentityProviderTest',
    summary: 'Tests discovery and keys, and returns the address at which the test continues',
    access,
    params,
    responses: { 200: providerTestStartSchema },
    handler: async (request) => {
      const { cookie, ...body } = await startProviderTest(
        dependencies,
        { ...actingOf(request), cookieHeader: request.header('cookie') },
        request.params.id,
      );
      return { status: 200, body, headers: cookie === undefined ? {} : { 'set-cookie': cookie } };
    },
  }),
];

/** Identity providers of the organization. No API token can call these. */
export const identityProviderRoutes = (dependencies: ProviderDependencies): Route[] => {
  const providers = createProviders(dependencies);
  return [...providerRoutes(providers), ...domainRoutes(providers), ...testRoutes(dependencies)];
};
