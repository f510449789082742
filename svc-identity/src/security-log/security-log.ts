import type { GroupMemberRole } from '@obieg/contracts';
import { afterCommit, type Database, type Tx } from '@obieg/service-kit';
import { inScopeOf } from '../organizations/site';
import type { Origin } from './origin';

export type SecurityEvent =
  | 'access'
  | 'account.create'
  | 'code.send'
  | 'code.verify'
  | 'email.verify'
  | 'group.change'
  | 'group.create'
  | 'group.delete'
  | 'group.restore'
  | 'group-member.add'
  | 'group-member.change'
  | 'group-member.remove'
  | 'hand-over.exchange'
  | 'hand-over.issue'
  | 'invitation.send'
  | 'member.remove'
  | 'organization.change'
  | 'organization.create'
  | 'organization.delete'
  | 'password.set'
  | 'roles.change'
  | 'session.revoke'
  | 'sign-in'
  | 'sign-out'
  | 'super-admin.create';

/**
 * What an entry may say beyond who, what and on whom. A closed list, so that no request is written down as it came:
 * passwords, codes and tokens have no place here, names typed by strangers go through `maskLogin`.
 */
export interface SecurityDetails {
  /** Why it was refused, or why a session ended. */
  reason?: string;
  /** By what somebody came in or chose a password. */
  by?: 'password' | 'code' | 'hand-over' | 'invitation' | 'new-password';
  /** Masked. */
  login?: string;
  operation?: string;
  roles?: readonly string[];
  rolesBefore?: readonly string[];
  role?: GroupMemberRole;
  roleBefore?: GroupMemberRole;
  groupId?: number;
  userId?: number;
  organizationId?: number | null;
  name?: string;
  nameBefore?: string;
  codeName?: string;
  codeNameBefore?: string;
  parentGroupId?: number | null;
  parentGroupIdBefore?: number | null;
}

export interface SecurityEntry {
  event: SecurityEvent;
  /** `done` unless said otherwise. */
  outcome?: 'done' | 'refused';
  /** On whom or what. */
  subject?: { type: 'user' | 'group' | 'organization' | 'session'; id: number | string } | undefined;
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
