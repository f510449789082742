import {
  beginProviderSignInSchema,
  pathIdSchema,
  providerAuthorizationSchema,
  providerCallbackSchema,
  providerTestEndedSchema,
  signInResponseSchema,
} from '@obieg/contracts';
import { type Caller, defineRoute, type OrganizationContext, type Route } from '@obieg/service-kit';
import * as z from 'zod';
import { originOf } from '../security-log/origin';
import type { ProviderDependencies } from './dependencies';
import { beginProviderSignIn, finishProviderSignIn } from './provider-sign-in';

const requestOf = (request: Caller & { organization: OrganizationContext }) => ({
  organization: request.organization,
  origin: originOf(request),
  cookieHeader: request.header('cookie'),
});

/** Single sign-on, on an organization's address only. */
export const providerSignInRoutes = (dependencies: ProviderDependencies): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/auth/identity-providers/:id/authorization',
    operationId: 'beginProviderSignIn',
    summary:
      "Begins a sign-in; returns the provider's address and sets a cookie that binds it to the browser",
    access: 'anyone',
    params: z.object({ id: pathIdSchema }),
    body: beginProviderSignInSchema,
    responses: { 200: providerAuthorizationSchema },
    handler: async (request) => {
      const { address, cookie } = await beginProviderSignIn(
        dependencies,
        requestOf(request),
        request.params.id,
        request.body.loginHint,
      );
      return { status: 200, body: { address }, headers: { 'set-cookie': cookie } };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/auth/provider-callback',
    operationId: 'finishProviderSignIn',
    summary: "Signs in with the provider's answer, once; 400 PROVIDER_REFUSED in every case of failure",
    access: 'anyone',
    body: providerCallbackSchema,
    responses: { 200: z.union([...signInResponseSchema.options, providerTestEndedSchema]) },
    handler: async (request) => ({
      status: 200,
      body: await finishProviderSignIn(
        dependencies,
        { ...requestOf(request), actor: request.actor },
        request.body.query,
      ),
    }),
  }),
];
