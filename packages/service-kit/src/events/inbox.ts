import { type EventEnvelope, type EventType, eventCatalogue, eventEnvelopeSchema } from '@obieg/contracts';
import { type Database, type Tx, withTransaction } from '../database/database';
import { nextTraceparent } from '../http/trace-context';
import type { Reaction } from './reaction';

export type Outcome = 'applied' | 'ignored' | 'duplicate' | 'outdated';

export interface Inbox {
  /** Whose inbox: the name of the consuming service. */
  service: string;
  reactions: readonly Reaction[];
  db: Database;
}

/** Throws for what is no event of the catalogue's shape; an event of an unknown type is one of a newer service. */
const readEvent = (payload: string): EventEnvelope => {
  const envelope = eventEnvelopeSchema.parse(JSON.parse(payload));
  const schema = eventCatalogue[envelope.type as EventType];
  return {
    ...envelope,
    ...(schema ? { data: schema.parse(envelope.data) } : {}),
    traceparent: nextTraceparent(envelope.traceparent),
  };
};

/** Remembers the events and answers the ids that were not known before. */
const insertUnseen = async (tx: Tx, consumer: string, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const { rows } = await tx.raw<{ rows: { event_id: string }[] }>(
    `insert into inbox (consumer, event_id) select ?, id from unnest(?::uuid[]) as id
     on conflict do nothing returning event_id`,
    [consumer, [...ids]],
  );
  return new Set(rows.map(({ event_id }) => event_id));
};

/** Holds the newest version of each aggregate; false when the event is older than what is held. Equal repairs. */
const isNotOlder = async (
  tx: Tx,
  { type, subject, organizationid, aggregateversion }: EventEnvelope,
): Promise<boolean> => {
  const aggregate = `${type.split('.')[1]}/${organizationid ?? '-'}/${subject}`;
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    `insert into applied_versions (aggregate, version) values (?, ?)
     on conflict (aggregate) do update set version = excluded.version
       where applied_versions.version <= excluded.version
     returning aggregate`,
    [aggregate, aggregateversion],
  );
  return rows.length > 0;
};

/** Applies messages in their order in one transaction, each in its event's organization: all of them or none. */
export const applyMessages = async (
  { service, reactions, db }: Inbox,
  payloads: readonly string[],
): Promise<Outcome[]> => {
  const events = payloads.map(readEvent);
  const reactionsOf = (type: string) => reactions.filter((reaction) => reaction.type === type);
  const wanted = events.filter(({ type }) => reactionsOf(type).length > 0);
  if (wanted.length === 0) return events.map(() => 'ignored');

  return withTransaction(db, async (tx) => {
    const ids = wanted.map(({ id }) => id);
    // In one round trip; versions of what turns out to be a duplicate are held already.
    const [unseen, ...notOlder] = await Promise.all([
      insertUnseen(tx, service, ids),
      ...wanted.map((event) => isNotOlder(tx, event)),
    ]);
    const current = new Set(wanted.filter((_, index) => notOlder[index]));
    let scope: number | undefined;
    const applyOne = async (event: EventEnvelope): Promise<Outcome> => {
      const matching = reactionsOf(event.type);
      if (matching.length === 0) return 'ignored';
      if (!unseen.delete(event.id)) return 'duplicate';
      if (!current.has(event)) return 'outdated';
      if (scope !== event.organizationid) {
        scope = event.organizationid;
        await tx.raw(`select set_config('app.organization_id', ?, true)`, [String(scope ?? '')]);
      }
      for (const { apply } of matching) await apply(tx, event as never);
      return 'applied';
    };
    const outcomes: Outcome[] = [];
    for (const event of events) outcomes.push(await applyOne(event));
    return outcomes;
  });
};

/** Applies one message: exactly one effect however often it is delivered. Throws when it cannot be applied now. */
export const applyMessage = async (inbox: Inbox, payload: string): Promise<Outcome> => {
  const [outcome = 'ignored'] = await applyMessages(inbox, [payload]);
  return outcome;
};

/** Longer than the streams hold a message, or an old one could be applied twice. */
const retentionDays = 15;

/** Forgets events that no stream can deliver any more; answers how many. */
export const sweepInbox = (db: Database): Promise<number> =>
  withTransaction(db, (tx) =>
    tx('inbox')
      .where('handled_at', '<', tx.raw(`now() - ?::interval`, [`${retentionDays} days`]))
      .delete(),
  );
