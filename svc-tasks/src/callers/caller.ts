import type { Language } from '@obieg/contracts';
import type { Actor, OrganizationContext, TenantScope } from '@obieg/service-kit';

/** The part of a request that every action needs. */
export interface Caller<A extends Actor | undefined = Actor | undefined> {
  organizationId: number;
  /** Tenant scope of the transactions. */
  tenantScope: TenantScope;
  actor: A;
  language: Language;
  traceparent: string;
}

export type SignedInCaller = Caller<Actor>;

export const callerOf = <A extends Actor | undefined>({
  organization,
  tenantScope,
  actor,
  language,
  traceparent,
}: {
  organization: OrganizationContext;
  tenantScope: TenantScope;
  actor: A;
  language: Language;
  traceparent: string;
}): Caller<A> => ({ organizationId: organization.id, tenantScope, actor, language, traceparent });
