import {
  beginProviderSignInSchema,
  pathIdSchema,
  providerAuthorizationSchema,
  providerCallbackSchema,
  providerLogoutPath,
  providerTestEndedSchema,
  signInResponseSchema,
} from '@obieg/contracts';
import { type Caller, defineRoute, type OrganizationContext, problem, type Route } from '@obieg/service-kit';
import * as z from 'zod';
import { originOf } from '../security-log/origin';
import { logOutByProvider } from './backchannel-logout';
import type { ProviderDependencies } from './dependencies';
import { beginProviderSignIn, finishProviderSignIn } from './provider-sign-in';

const requestOf = (request: Caller & { organization: OrganizationContext }) => ({
  organization: request.organization,
  origin: originOf(request),
  cookieHeader: request.header('cookie'),
});

/** A token has less than a kilobyte. */
const logoutBytesMax = 16 * 1_024;

/** @throws 413, 400 without exactly one token */
const readLogoutToken = async (incoming: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += chunk.length;
    if (bytes > logoutBytesMax) throw problem.tooLarge();
    chunks.push(chunk);
  }
  const [token, another] = new URLSearchParams(Buffer.concat(chunks).toString()).getAll('logout_token');
  if (token === undefined || another !== undefined)
    throw problem.badRequest('BAD_REQUEST', 'The form has one logout_token.');
  return token;
};

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
    path: providerLogoutPath(':id'),
    operationId: 'logOutByProvider',
    summary:
      'Ends sessions at the request of their provider: a form with its logout_token (OpenID Connect Back-Channel Logout)',
    access: 'anyone',
    params: z.object({ id: pathIdSchema }),
    responses: { 200: z.object({ success: z.boolean() }) },
    handler: async (request) => {
      await logOutByProvider(
        dependencies,
        requestOf(request),
        request.params.id,
        await readLogoutToken(request.incoming),
      );
      return { status: 200, body: { success: true } };
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
