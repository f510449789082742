import type { LastChange, SecurityEvent, SecuritySubjectType } from '@obieg/contracts';
import type { Actor, Tx } from '@obieg/service-kit';
import { shownName } from './names.repo';

interface Changed {
  organizationId: number;
  /** The change to look for, and others with the same effect. */
  events: readonly SecurityEvent[];
  subject: { type: SecuritySubjectType; id: number };
  /** Of a change of a group's member. */
  groupId?: number;
}

/**
 * Returns the newest entry of the security log for a change. Names the author under the rules of the log: current and
 * former members, and others only to a reader who manages all users.
 */
export const findLastChange = async (
  tx: Tx,
  { permissions }: Pick<Actor, 'permissions'>,
  { organizationId, events, subject, groupId }: Changed,
): Promise<LastChange | undefined> => {
  const row: { happened_at: Date; author_name: string | null; is_member: boolean } | undefined = await tx(
    'security_log as s',
  )
    .leftJoin('users as u', 'u.id', 's.actor_id')
    .leftJoin('memberships as m', (join) =>
      join.on('m.organization_id', 's.organization_id').andOn('m.user_id', 's.actor_id'),
    )
    .where({ 's.organization_id': organizationId, 's.outcome': 'done' })
    .where({ 's.subject_type': subject.type, 's.subject_id': String(subject.id) })
    .whereIn('s.event', events)
    .modify((query) => {
      if (groupId !== undefined) query.whereRaw(`(s.details->>'groupId')::bigint = ?`, [groupId]);
    })
    .orderBy('s.id', 'desc')
    .first(
      's.happened_at',
      tx.raw(`${shownName} as author_name`),
      tx.raw('m.user_id is not null as is_member'),
    );
  if (!row) return undefined;
  const isVisible = row.is_member || permissions.has('MANAGE_SUSER');
  return { at: row.happened_at.toISOString(), authorName: isVisible ? row.author_name : null };
};
