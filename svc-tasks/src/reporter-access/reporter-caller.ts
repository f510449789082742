import { reporterTokenHeader, reporterTokenSchema } from '@obieg/contracts';
import { type Actor, type Database, problem, withOrganization } from '@obieg/service-kit';
import * as z from 'zod';
import { callerOf, type SignedInCaller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import { findTokenUser } from './reporter-links';

export const reporterHeaders = z.object({
  // Any text: a malformed token is answered like an unknown one.
  [reporterTokenHeader]: z.string().optional(),
});

type Request = Omit<Parameters<typeof callerOf>[0], 'actor'> & {
  headers: z.output<typeof reporterHeaders>;
};

/** The author without any permission, so that every rule treats the caller as a reporter. */
const authorOf = (userId: number, organizationId: number): Actor => ({
  userId,
  sessionId: '',
  organizationId,
  permissions: new Set(),
  isSuperAdmin: false,
});

/**
 * Returns the task's author as the caller of a request with a link's token. A session of the request is ignored.
 *
 * @throws 404 unless the token is valid for this task
 */
export const getReporter = async (
  db: Database,
  request: Request,
  publicTaskId: number,
): Promise<SignedInCaller> => {
  const { organization, language, traceparent } = request;
  const token = reporterTokenSchema.safeParse(request.headers[reporterTokenHeader]).data;
  const userId =
    token && (await withOrganization(db, organization.id, (tx) => findTokenUser(tx, publicTaskId, token)));
  if (!userId) throw problem.notFound(translate(language, 'reporterLinkInvalid'));
  return callerOf({
    organization,
    tenantScope: organization.id,
    actor: authorOf(userId, organization.id),
    language,
    traceparent,
  });
};
