import type { Language } from '@obieg/contracts';
import type { Actor, Creation, OrganizationContext } from '@obieg/service-kit';

/** Organization, author, language and expected revision of a change. */
export interface Caller {
  organizationId: number;
  userId: number;
  language: Language;
  traceparent: string;
  /** The request's If-Match. */
  ifMatch: string | undefined;
  /** Of a request that creates something. */
  creation?: Creation | undefined;
}

export const callerOf = ({
  organization,
  actor,
  language,
  traceparent,
  header,
}: {
  organization: OrganizationContext;
  actor: Actor;
  language: Language;
  traceparent: string;
  header(name: string): string | undefined;
}): Caller => ({
  organizationId: organization.id,
  userId: actor.userId,
  language,
  traceparent,
  ifMatch: header('if-match'),
});
