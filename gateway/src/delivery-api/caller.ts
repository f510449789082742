import type { IncomingMessage } from 'node:http';
import { internalHeaders, permissionsSchema, requestIdHeader, signedInUserSchema } from '@obieg/contracts';
import { type MemberPermissions, type Origins, problem, requestJsonFrom } from '@obieg/service-kit';

const deadlineMs = 3_000;

const forwardedHeaders = [
  ...Object.values(internalHeaders),
  requestIdHeader,
  'traceparent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'authorization',
];

/**
 * Asks svc-identity about the caller of a request, with the caller's own token. The gateway has no read model of
 * members: only few calls need permissions, and a lost one takes effect at once. The request must have the gateway's
 * internal headers.
 */
export const createCallerLookUp = (identity: Origins) => {
  const ask = async ({ headers }: IncomingMessage, path: string): Promise<unknown> => {
    const forwarded = forwardedHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const { status, body } = await requestJsonFrom(
      identity,
      path,
      deadlineMs,
      Object.fromEntries(forwarded),
    ).catch((error: unknown) => {
      throw problem.partUnavailable('identity', error);
    });
    if (status === 401) return undefined;
    if (status !== 200)
      throw problem.partUnavailable('identity', new Error(`${path} responded with status ${status}`));
    return body;
  };

  return {
    /** @returns undefined if the session or the membership has ended @throws 503 if svc-identity is unavailable */
    findPermissions: async (request: IncomingMessage): Promise<MemberPermissions | undefined> => {
      const body = await ask(request, '/api/permissions/check');
      if (body === undefined) return undefined;
      const { canManageOrganizations, canManageAllUsers } = permissionsSchema.parse(body);
      // The gateway's routes require no other permission.
      return {
        permissions: new Set(canManageOrganizations ? (['MANAGE_ORGANIZATIONS'] as const) : []),
        isSuperAdmin: canManageAllUsers,
      };
    },
    /** @throws 401 if the session has ended, 503 if svc-identity is unavailable */
    findEmail: async (request: IncomingMessage): Promise<string> => {
      const body = await ask(request, '/api/auth/me');
      if (body === undefined) throw problem.unauthorized();
      return signedInUserSchema.parse(body).email;
    },
  };
};
export type CallerLookUp = ReturnType<typeof createCallerLookUp>;
