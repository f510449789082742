import type { SecurityDetails, SecurityEvent, SecurityOutcome, SecuritySubjectType } from '@obieg/contracts';
import { afterCommit, type Database, type Tx } from '@obieg/service-kit';
import { inScopeOf } from '../requests/site';
import type { Origin } from './origin';

export interface SecurityEntry {
  event: SecurityEvent;
  /** Default: `done`. */
  outcome?: SecurityOutcome;
  /** Subject of the event. */
  subject?: { type: SecuritySubjectType; id: number | string } | undefined;
  /** Organization of the entry; default: the addressed one; null for none. */
  organizationId?: number | null | undefined;
  details?: SecurityDetails | undefined;
}

/** PostgreSQL accepts 65,535 values per statement. */
const rowsPerInsert = 1_000;
/** Longer than any address. Limits what a forged header can store. */
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
 * Records entries in the transaction of their change. Log lines follow after the commit. The scope of `tx` is the
 * entries' organization, or they have none.
 */
export const recordSecurity = async (tx: Tx, origin: Origin, ...entries: SecurityEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => describe(origin, entry));
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const chunk = rows.slice(start, start + rowsPerInsert);
    await tx('security_log').insert(chunk.map((row) => ({ ...row, details: JSON.stringify(row.details) })));
  }
  afterCommit(tx, () => {
    for (const security of rows) origin.log.info({ security }, 'security');
  });
};

/** Records a refusal in its own transaction, because that of the attempt is rolled back. */
export const recordRefusal = (db: Database, origin: Origin, entry: SecurityEntry): Promise<void> =>
  inScopeOf(db, origin.organizationId, (tx) => recordSecurity(tx, origin, { ...entry, outcome: 'refused' }));
