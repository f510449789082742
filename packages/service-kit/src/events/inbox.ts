import { type EventEnvelope, type EventType, eventCatalogue, eventEnvelopeSchema } from '@obieg/contracts';
import { type Database, withTransaction } from '../database/database';
import type { Tx } from '../database/transaction';
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
export const readEvent = (payload: string): EventEnvelope => {
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

/** Each event once, as it came first: one that is redelivered may stand in a batch with its first delivery. */
const withoutCopies = (events: readonly EventEnvelope[]): EventEnvelope[] => {
  const ids = new Set<string>();
  return events.filter(({ id }) => !ids.has(id) && ids.add(id));
};

const aggregateOf = ({ type, subject, organizationid }: EventEnvelope): string =>
  `${type.split('.')[1]}/${organizationid ?? '-'}/${subject}`;

/** Of each aggregate the newest event, the last where versions are equal. */
const newestOf = (events: readonly EventEnvelope[]): Map<string, EventEnvelope> => {
  const newest = new Map<string, EventEnvelope>();
  for (const event of events) {
    const held = newest.get(aggregateOf(event));
    if (!held || held.aggregateversion <= event.aggregateversion) newest.set(aggregateOf(event), event);
  }
  return newest;
};

/** Holds the newest version of each aggregate; answers the events that are not older than what is held. Equal repairs. */
const holdVersions = async (tx: Tx, events: readonly EventEnvelope[]): Promise<Set<EventEnvelope>> => {
  const newest = newestOf(events);
  // In one order everywhere, so that two processes cannot wait for each other.
  const aggregates = [...newest.keys()].sort();
  const { rows } = await tx.raw<{ rows: { aggregate: string }[] }>(
    `insert into applied_versions (aggregate, version) select * from unnest(?::text[], ?::bigint[])
     on conflict (aggregate) do update set version = excluded.version
       where applied_versions.version <= excluded.version
     returning aggregate`,
    [aggregates, aggregates.map((aggregate) => newest.get(aggregate)?.aggregateversion ?? 0)],
  );
  return new Set(rows.flatMap(({ aggregate }) => newest.get(aggregate) ?? []));
};

/** Events that follow one another, of one type and one organization. */
const toRuns = (events: readonly EventEnvelope[]): EventEnvelope[][] => {
  const runs: EventEnvelope[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    const last = run?.[0];
    if (last && last.type === event.type && last.organizationid === event.organizationid) run.push(event);
    else runs.push([event]);
  }
  return runs;
};

const setScope = (tx: Tx, organizationId: number | undefined) =>
  tx.raw(`select set_config('app.organization_id', ?, true)`, [String(organizationId ?? '')]);

/**
 * Applies events in their order in one transaction, each in its event's organization: all of them or none. Of several
 * events of one aggregate only the newest is applied.
 */
export const applyEvents = async (
  { service, reactions, db }: Inbox,
  events: readonly EventEnvelope[],
): Promise<Outcome[]> => {
  const reactionsOf = (type: string) => reactions.filter((reaction) => reaction.type === type);
  const wanted = withoutCopies(events.filter(({ type }) => reactionsOf(type).length > 0));
  if (wanted.length === 0) return events.map(() => 'ignored');

  return withTransaction(db, async (tx) => {
    const ids = wanted.map(({ id }) => id);
    // In one round trip; versions of what turns out to be a duplicate are held already.
    const [unseen, current] = await Promise.all([
      insertUnseen(tx, service, ids),
      holdVersions(tx, wanted),
      setScope(tx, wanted[0]?.organizationid),
    ]);
    const judge = (event: EventEnvelope): Outcome => {
      if (reactionsOf(event.type).length === 0) return 'ignored';
      if (!unseen.delete(event.id)) return 'duplicate';
      return current.has(event) ? 'applied' : 'outdated';
    };
    const outcomes = events.map(judge);
    let scope = wanted[0]?.organizationid;
    for (const run of toRuns(events.filter((_, index) => outcomes[index] === 'applied'))) {
      const [{ type, organizationid }] = run as [EventEnvelope];
      if (scope !== organizationid) await setScope(tx, organizationid);
      scope = organizationid;
      for (const { applyAll } of reactionsOf(type)) await applyAll(tx, run as never[]);
    }
    return outcomes;
  });
};

/** Applies one message: exactly one effect however often it is delivered. Throws when it cannot be read or applied. */
export const applyMessage = async (inbox: Inbox, payload: string): Promise<Outcome> => {
  const [outcome = 'ignored'] = await applyEvents(inbox, [readEvent(payload)]);
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
