import type { AccountSession } from '@obieg/contracts';
import { type Actor, type Database, problem, withTransaction } from '@obieg/service-kit';
import bowser from 'bowser';
import type { Knex } from 'knex';
import { translate } from '../messages/server-messages';
import { isWithinSession } from '../provider-rules/provider-session';
import { inScopeOf } from '../requests/site';
import type { Origin } from '../security-log/origin';
import { revokeSessions } from '../sessions/sessions';

interface SessionRow {
  id: string;
  organization_name: string | null;
  user_agent: string | null;
  ip: string | null;
  created_at: Date;
  last_seen_at: Date | null;
}

/** The page shows all of them. A person with more ends them together. */
const sessionsMax = 100;

/** `203.0.113.9` becomes `203.0.113.*`: enough to recognize a place. */
const shortenAddress = (ip: string | null): string | null => {
  if (ip === null) return null;
  return ip.includes(':') ? `${ip.split(':').slice(0, 3).join(':')}:*` : ip.replace(/(?<!\d)\d+$/, '*');
};

const describeDevice = (userAgent: string | null) => {
  if (!userAgent) return { browser: null, operatingSystem: null, isMobile: false };
  const { browser, os, platform } = bowser.parse(userAgent);
  return {
    browser: browser.name || null,
    operatingSystem: os.name ?? null,
    isMobile: platform.type === 'mobile' || platform.type === 'tablet',
  };
};

/** Lists the caller's sessions on all addresses: the current one first, then the last seen. */
export const listOwnSessions = (
  db: Database,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<AccountSession[]> =>
  withTransaction(db, async (tx) => {
    const rows: SessionRow[] = await tx('sessions as s')
      .leftJoin('organizations as o', 'o.id', 's.organization_id')
      .where({ 's.user_id': userId })
      .whereRaw(isWithinSession('s.organization_id'), [sessionId])
      .whereNull('s.revoked_at')
      .where('s.expires_at', '>', tx.fn.now())
      .orderByRaw('s.id = ? desc, coalesce(s.last_seen_at, s.created_at) desc, s.id', [sessionId])
      .limit(sessionsMax)
      .select(
        's.id',
        'o.name as organization_name',
        's.user_agent',
        's.ip',
        's.created_at',
        's.last_seen_at',
      );
    return rows.map((row) => ({
      id: row.id,
      isCurrent: row.id === sessionId,
      organizationName: row.organization_name,
      ...describeDevice(row.user_agent),
      network: shortenAddress(row.ip),
      signedInAt: row.created_at.toISOString(),
      lastSeenAt: (row.last_seen_at ?? row.created_at).toISOString(),
    }));
  });

const narrowTo = (sessionId: string) => (sessions: Knex.QueryBuilder) =>
  void sessions.whereRaw(isWithinSession('sessions.organization_id'), [sessionId]);

/** Ends one session of the caller. @throws 404 for an ended one and for another person's */
export const endOwnSession = (
  db: Database,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
  id: string,
  origin: Origin,
): Promise<void> =>
  inScopeOf(db, origin.organizationId, async (tx) => {
    const ended = await revokeSessions(
      tx,
      { id, user_id: userId },
      { origin, reason: 'session.revoke', narrow: narrowTo(sessionId) },
    );
    if (ended === 0) throw problem.notFound(translate(origin.language, 'sessionNotFound'));
  });

/** Ends all sessions of the caller except the current one. */
export const endOtherSessions = async (
  db: Database,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
  origin: Origin,
): Promise<void> => {
  await inScopeOf(db, origin.organizationId, (tx) =>
    revokeSessions(
      tx,
      { user_id: userId },
      { origin, reason: 'session.revoke', exceptId: sessionId, narrow: narrowTo(sessionId) },
    ),
  );
};
