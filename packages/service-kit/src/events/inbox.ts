import { type EventEnvelope, type EventType, eventCatalogue, eventEnvelopeSchema } from '@obieg/contracts';
import { type Database, withTransaction } from '../database/database';
import { sweepAlone } from '../database/sweep';
import type { Tx } from '../database/transaction';
import { nextTraceparent } from '../observability/trace-context';
import type { Reaction, ReactionLog } from './reaction';

export type Outcome = 'applied' | 'ignored' | 'duplicate' | 'outdated';

export interface Inbox {
  /** Name of the consuming service. */
  service: string;
  reactions: readonly Reaction[];
  db: Database;
  log?: ReactionLog;
}

/**
 * Parses an event. Returns events of unknown types, which newer services may publish. @throws if it violates its
 * schema
 */
export const readEvent = (payload: string): EventEnvelope => {
  const envelope = eventEnvelopeSchema.parse(JSON.parse(payload));
  const schema = eventCatalogue[envelope.type as EventType];
  return {
    ...envelope,
    ...(schema ? { data: schema.parse(envelope.data) } : {}),
    traceparent: nextTraceparent(envelope.traceparent),
  };
};

/** Stores event ids. @returns those that were new */
const insertUnseen = async (tx: Tx, consumer: string, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const { rows } = await tx.raw<{ rows: { event_id: string }[] }>(
    `insert into inbox (consumer, event_id) select ?, id from unnest(?::uuid[]) as id
     on conflict do nothing returning event_id`,
    [consumer, [...ids]],
  );
  return new Set(rows.map(({ event_id }) => event_id));
};

/** Drops repeated events. A redelivered event can be in the same batch as its first delivery. */
const dropDuplicates = (events: readonly EventEnvelope[]): EventEnvelope[] => {
  const ids = new Set<string>();
  return events.filter(({ id }) => !ids.has(id) && ids.add(id));
};

const aggregateOf = ({ type, subject, organizationid }: EventEnvelope): string =>
  `${type.split('.')[1]}/${organizationid ?? '-'}/${subject}`;

/** The newest event of each aggregate; the last one among equal versions. */
const newestOf = (events: readonly EventEnvelope[]): Map<string, EventEnvelope> => {
  const newest = new Map<string, EventEnvelope>();
  for (const event of events) {
    const latest = newest.get(aggregateOf(event));
    if (!latest || latest.aggregateversion <= event.aggregateversion) newest.set(aggregateOf(event), event);
  }
  return newest;
};

/**
 * Stores the newest version of each aggregate. @returns events that are not older than the stored version. An equal
 * version is applied again, which repairs a read model
 */
const storeVersions = async (tx: Tx, events: readonly EventEnvelope[]): Promise<Set<EventEnvelope>> => {
  const newest = newestOf(events);
  // Sorted, so that two processes lock in the same order.
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

/** Groups consecutive events of one type and organization. */
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
 * Applies events in order in one transaction, each in its organization. Skips all but the newest event of each
 * aggregate.
 */
export const applyEvents = async (
  { service, reactions, db, log }: Inbox,
  events: readonly EventEnvelope[],
): Promise<Outcome[]> => {
  const reactionsOf = (type: string) => reactions.filter((reaction) => reaction.type === type);
  const wanted = dropDuplicates(events.filter(({ type }) => reactionsOf(type).length > 0));
  if (wanted.length === 0) return events.map(() => 'ignored');

  return withTransaction(db, async (tx) => {
    const ids = wanted.map(({ id }) => id);
    // One round trip. The versions of duplicates are already stored.
    const [unseen, current] = await Promise.all([
      insertUnseen(tx, service, ids),
      storeVersions(tx, wanted),
      setScope(tx, wanted[0]?.organizationid),
    ]);
    const decide = (event: EventEnvelope): Outcome => {
      if (reactionsOf(event.type).length === 0) return 'ignored';
      if (!unseen.delete(event.id)) return 'duplicate';
      return current.has(event) ? 'applied' : 'outdated';
    };
    const outcomes = events.map(decide);
    let scope = wanted[0]?.organizationid;
    for (const run of toRuns(events.filter((_, index) => outcomes[index] === 'applied'))) {
      const [{ type, organizationid }] = run as [EventEnvelope];
      if (scope !== organizationid) await setScope(tx, organizationid);
      scope = organizationid;
      for (const { applyAll } of reactionsOf(type)) await applyAll(tx, run as never[], log);
    }
    return outcomes;
  });
};

/** Applies one message. A repeated delivery has no effect. @throws if it cannot be parsed or applied */
export const applyMessage = async (inbox: Inbox, payload: string): Promise<Outcome> => {
  const [outcome = 'ignored'] = await applyEvents(inbox, [readEvent(payload)]);
  return outcome;
};

/** Longer than streams keep messages. Otherwise an old message could be applied twice. */
const retentionDays = 15;

/** Deletes the ids of events that no stream can redeliver. @returns their number */
export const sweepInbox = (db: Database): Promise<number> =>
  withTransaction(db, (tx) =>
    sweepAlone(tx, 'inbox', () =>
      tx('inbox')
        .where('handled_at', '<', tx.raw(`now() - ?::interval`, [`${retentionDays} days`]))
        .delete(),
    ),
  );
