import {
  checkLoginMethodsSchema,
  describePermissions,
  exchangeSchema,
  handOverResponseSchema,
  handOverSchema,
  loginMethodsSchema,
  type OrganizationName,
  organizationNameSchema,
  passwordAccountRequestSchema,
  passwordAccountSchema,
  permissionsSchema,
  providerSignOutSchema,
  revokedSessionsQuerySchema,
  revokedSessionsSchema,
  setPasswordSchema,
  signedInUserSchema,
  signInResponseSchema,
  signInSchema,
} from '@obieg/contracts';
import { type Database, defineRoute, type Route, withOrganization } from '@obieg/service-kit';
import * as z from 'zod';
import { listOfferedProviders } from '../provider-rules/required-provider';
import { inScopeOf } from '../requests/site';
import type { SecondFactorParts } from '../second-factor/admit';
import { originOf } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import type { OwnIdentitySource } from '../sessions/own-identity-source';
import { recordSessionSeen, revokeSessions } from '../sessions/sessions';
import type { HandOver } from './hand-over.service';
import { getPasswordAccount, setPassword } from './set-password';
import type { createSignIn } from './sign-in.service';

interface Dependencies extends SecondFactorParts {
  db: Database;
  signIn: ReturnType<typeof createSignIn>;
  handOver: HandOver;
}

const signInRoutes = ({ db, keys, box, signIn, handOver }: Dependencies): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/auth/check-login-methods',
    operationId: 'checkLoginMethods',
    summary: 'Returns the sign-in methods of an account (spec 1 §7)',
    access: 'anyone',
    site: 'any',
    body: checkLoginMethodsSchema,
    responses: { 200: loginMethodsSchema },
    handler: async ({ body, organization }) => ({
      status: 200,
      body: await signIn.checkLoginMethods(body.email, organization?.id),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/auth/signin',
    operationId: 'signIn',
    summary: 'Signs in by e-mail or username and password (spec 1 §7)',
    access: 'anyone',
    site: 'any',
    body: signInSchema,
    responses: { 200: signInResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await signIn.signIn(request.body.email, request.body.password, {
        ...originOf(request),
        ip: request.ip,
      }),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/auth/hand-over',
    operationId: 'handOverSession',
    summary: 'Returns an address that opens an organization with the current session (spec 1 §2)',
    access: 'signed-in',
    site: 'any',
    body: handOverSchema,
    responses: { 200: handOverResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: {
        address: await handOver.handOver(request.actor, request.body.organizationId, originOf(request)),
      },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/auth/exchange',
    operationId: 'exchangeHandOver',
    summary: 'Signs in with a hand-over code; each code works once',
    access: 'anyone',
    site: 'organization',
    body: exchangeSchema,
    responses: { 200: signInResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await handOver.exchange(request.body.code, request.organization.id, originOf(request)),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/auth/set-password',
    operationId: 'setPassword',
    summary: 'Sets a password with the token of an invitation or of a verified address (spec 1 §7)',
    access: 'anyone',
    site: 'any',
    body: setPasswordSchema,
    responses: { 200: signInResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await setPassword({ db, keys, box }, request.body, originOf(request)),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/auth/password-account',
    operationId: 'getPasswordAccount',
    summary: 'Returns the account whose password a token may set; 400 for an invalid token',
    access: 'anyone',
    site: 'any',
    body: passwordAccountRequestSchema,
    responses: { 200: passwordAccountSchema },
    handler: async (request) => ({
      status: 200,
      body: await getPasswordAccount(db, request.body.token, originOf(request)),
    }),
  }),
];

const getOrganizationName = (db: Database, id: number): Promise<OrganizationName> =>
  withOrganization(db, id, async (tx) => {
    const row = await tx('organizations').where({ id }).whereNull('deleted_at').first('name');
    const identityProviders = row ? await listOfferedProviders(tx, id) : [];
    return {
      organizationName: row?.name ?? null,
      ...(identityProviders.length > 0 ? { identityProviders } : {}),
    };
  });

const sessionRoutes = ({ db, signIn }: Dependencies): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/auth/sign-out',
    operationId: 'signOut',
    summary: 'Ends the session; returns where to sign out at the identity provider that opened it',
    access: 'signed-in',
    site: 'any',
    responses: { 200: providerSignOutSchema, 204: null },
    handler: async (request) => {
      const origin = originOf(request);
      const { userId, sessionId } = request.actor;
      const address = await inScopeOf(db, origin.organizationId, async (tx) => {
        await recordSecurity(tx, origin, { event: 'sign-out', subject: { type: 'user', id: userId } });
        await revokeSessions(tx, { id: sessionId }, { origin, reason: 'sign-out' });
        const session = await tx('sessions').where({ id: sessionId }).first('provider_sign_out');
        return session?.provider_sign_out as string | null | undefined;
      });
      return address ? { status: 200, body: { address } } : { status: 204 };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/auth/me',
    operationId: 'getSignedInUser',
    summary: 'The signed-in user',
    access: 'signed-in',
    site: 'any',
    responses: { 200: signedInUserSchema },
    handler: async ({ actor }) => ({ status: 200, body: await signIn.getUser(actor.userId) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/auth/organization-name',
    operationId: 'getOrganizationName',
    summary:
      'Name of the addressed organization, null on the main domain, and its identity providers (spec 1 §7)',
    access: 'anyone',
    site: 'any',
    responses: { 200: organizationNameSchema },
    handler: async ({ organization }) => ({
      status: 200,
      body: organization ? await getOrganizationName(db, organization.id) : { organizationName: null },
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/permissions/check',
    operationId: 'checkPermissions',
    summary: "The caller's permissions here (spec 1 §7, spec 3 §3)",
    access: 'signed-in',
    site: 'any',
    responses: { 200: permissionsSchema },
    handler: async ({ actor }) => {
      await recordSessionSeen(db, actor.sessionId);
      return { status: 200, body: describePermissions(actor.permissions) };
    },
  }),
];

export const authRoutes = (dependencies: Dependencies): Route[] => [
  ...signInRoutes(dependencies),
  ...sessionRoutes(dependencies),
];

export const internalAuthRoutes = (source: OwnIdentitySource): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/.well-known/jwks.json',
    operationId: 'getKeySet',
    summary: 'Public keys for verifying tokens',
    access: 'anyone',
    site: 'any',
    responses: { 200: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }) },
    handler: async () => ({ status: 200, body: await source.readKeys() }),
  }),
  defineRoute({
    method: 'GET',
    path: '/internal/revoked-sessions',
    operationId: 'listRevokedSessions',
    summary: 'Lists revoked sessions that have not expired',
    access: 'anyone',
    site: 'any',
    query: revokedSessionsQuerySchema,
    responses: { 200: revokedSessionsSchema },
    handler: async ({ query }) => ({
      status: 200,
      body: await source.readRevokedSessions(query.withinSeconds),
    }),
  }),
];
