import type { SecurityDetails, SecurityEvent, SecurityOutcome, SecuritySubjectType } from '@obieg/contracts';
import { afterCommit, type Database, type Tx } from '@obieg/service-kit';
import { inScopeOf } from '../organizations/site';
import type { Origin } from './origin';

export interface SecurityEntry {
  event: SecurityEvent;
  /** `done` unless said otherwise. */
  outcome?: SecurityOutcome;
  /** On whom or what. */
  subject?: { type: SecuritySubjectType; id: number | string } | undefined;
  /** Whose log it belongs to; the addressed organization unless said otherwise, null for none. */
  organizationId?: number | null | undefined;
  details?: SecurityDetails | undefined;
}

/** A statement takes 65,535 values at most. */
const rowsAtOnce = 1_000;
/** Longer than any address; what comes from a header must not fill the table. */
const ipMaxLength = 64;

const describe = (
  origin: Origin,
  { event, outcome = 'done', subject, organizationId, details = {} }: SecurityEntry,
) => ({
  event,
  outcome,
  organization_id: organizationId === undefined ? (origin.organizationId ?? null) : organizationId,
  actor_id: origin.actorId,
  session_id: origin.sessionId,
  subject_type: subject?.type ?? null,
  subject_id: subject === undefined ? null : String(subject.id),
  ip: origin.ip?.slice(0, ipMaxLength) ?? null,
  request_id: origin.requestId,
  details,
});

/**
 * Writes entries in the transaction of what they speak of; the log's lines follow when it has committed, so that neither
 * says done of what was undone. The scope of `tx` is the entries' organization, or they have none.
 */
export const recordSecurity = async (tx: Tx, origin: Origin, ...entries: SecurityEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => describe(origin, entry));
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const chunk = rows.slice(start, start + rowsAtOnce);
    await tx('security_log').insert(chunk.map((row) => ({ ...row, details: JSON.stringify(row.details) })));
  }
  afterCommit(tx, () => {
    for (const security of rows) origin.log.info({ security }, 'security');
  });
};

/** Writes that something was refused, in a transaction of its own: that of the attempt is or will be undone. */
export const recordRefusal = (db: Database, origin: Origin, entry: SecurityEntry): Promise<void> =>
  inScopeOf(db, origin.organizationId, (tx) => recordSecurity(tx, origin, { ...entry, outcome: 'refused' }));
