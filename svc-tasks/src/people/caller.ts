import type { Language } from '@obieg/contracts';
import type { Actor, OrganizationContext, OrganizationEntry } from '@obieg/service-kit';

/** Who asks, where and in which language: what every action takes of its request. */
export interface Caller<A extends Actor | undefined = Actor | undefined> {
  organizationId: number;
  /** What the organization's transactions are begun with. */
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
