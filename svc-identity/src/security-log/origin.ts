import type { Language } from '@obieg/contracts';
import type { Caller, Logger } from '@obieg/service-kit';

/** Origin of a change, for the security log, events and mails. */
export interface Origin {
  /** Null for unauthenticated callers and the command line. */
  actorId: number | null;
  sessionId: string | null;
  /** The addressed organization; undefined on the main domain. */
  organizationId: number | undefined;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
  traceparent: string | undefined;
  language: Language;
  log: Logger;
}

export const originOf = ({
  actor,
  organization,
  ip,
  requestId,
  traceparent,
  language,
  log,
  header,
}: Omit<Caller, 'makeSignal'>): Origin => ({
  actorId: actor?.userId ?? null,
  sessionId: actor?.sessionId ?? null,
  organizationId: organization?.id,
  ip,
  userAgent: header('user-agent') ?? null,
  requestId,
  traceparent,
  language,
  log,
});

/** Origin of changes by the service itself. */
export const serviceOrigin = (organizationId: number, log: Logger): Origin => ({
  ...operatorOrigin(log),
  organizationId,
});

/** Origin of changes by the operator on the command line. */
export const operatorOrigin = (log: Logger): Origin => ({
  actorId: null,
  sessionId: null,
  organizationId: undefined,
  ip: null,
  userAgent: null,
  requestId: null,
  traceparent: undefined,
  language: 'mul',
  log,
});
