import type { Language } from '@obieg/contracts';
import type { OrganizationContext } from '@obieg/service-kit';

/** Where something is changed, in which language the answer is worded, and on what state of it the change builds. */
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
