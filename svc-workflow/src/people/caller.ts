import type { Language } from '@obieg/contracts';
import type { OrganizationContext } from '@obieg/service-kit';

/** Organization, language and expected revision of a change. */
export interface Caller {
  organizationId: number;
  language: Language;
  traceparent: string;
  /** The request's If-Match. */
  ifMatch: string | undefined;
}

export const callerOf = ({
  organization,
  language,
  traceparent,
  header,
}: {
  organization: OrganizationContext;
  language: Language;
  traceparent: string;
  header(name: string): string | undefined;
}): Caller => ({ organizationId: organization.id, language, traceparent, ifMatch: header('if-match') });
