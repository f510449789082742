import { apiTokenSessionSchema, internalHeaders, type OrganizationReference } from '@obieg/contracts';
import { type Origins, problem, requestJsonFrom } from '@obieg/service-kit';
import { LRUCache } from 'lru-cache';

const deadlineMs = 3_000;
/** A revoked token must stop working within five seconds, also while NATS is unavailable. */
const rememberedMs = 4_000;
const rememberedMax = 5_000;

/** Asks svc-identity for the session of an API token, and remembers the answer for seconds. */
export const createApiTokenSessions = (identity: Origins) => {
  const remembered = new LRUCache<string, Promise<string | undefined>>({
    max: rememberedMax,
    ttl: rememberedMs,
  });

  const open = async (
    { id, codeName }: OrganizationReference,
    token: string,
  ): Promise<string | undefined> => {
    const { status, body } = await requestJsonFrom(identity, '/internal/api-token-session', deadlineMs, {
      [internalHeaders.organizationId]: String(id),
      [internalHeaders.organizationCode]: codeName,
      [internalHeaders.apiToken]: token,
    }).catch((error: unknown) => {
      throw problem.partUnavailable('identity', error);
    });
    if (status === 401) return undefined;
    if (status !== 200)
      throw problem.partUnavailable('identity', new Error(`API tokens responded with status ${status}`));
    return apiTokenSessionSchema.parse(body).jwt;
  };

  /** @returns the JWT; undefined for a token that is not valid in the organization @throws 503 without svc-identity */
  return async (organization: OrganizationReference, token: string): Promise<string | undefined> => {
    const key = `${organization.id} ${token}`;
    const known = remembered.get(key);
    if (known) return known;
    const opening = open(organization, token);
    remembered.set(key, opening);
    // A failure is not an answer.
    opening.catch(() => remembered.delete(key));
    return opening;
  };
};
export type ApiTokenSessions = ReturnType<typeof createApiTokenSessions>;
