import type { Language } from '@obieg/contracts';
import type { Actor, OrganizationContext, OrganizationEntry } from '@obieg/service-kit';

/** The part of a request that every action needs. */
export interface Caller<A extends Actor | undefined = Actor | undefined> {
  organizationId: number;
  /** Tenant scope of the transactions. */
  entry: OrganizationEntry;
  actor: A;
  language: Language;
  traceparent: string;
}

export type SignedInCaller = Caller<Actor>;

export const callerOf = <A extends Actor | undefined>({
  organization,
  entry,
  actor,
  language,
  traceparent,
}: {
  organization: OrganizationContext;
  entry: OrganizationEntry;
  actor: A;
  language: Language;
  traceparent: string;
}): Caller<A> => ({ organizationId: organization.id, entry, actor, language, traceparent });
