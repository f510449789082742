import { isDeepStrictEqual } from 'node:util';
import { defaultTimeZone, type WorkflowConfiguration } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';

type Timing = Pick<WorkflowConfiguration, 'calendars' | 'targets'>;

interface StoredTiming {
  configuration: Timing;
  time_zone: string | null;
}

const selectTiming = `
  select c.configuration, o.time_zone from configurations c
    left join organizations o on o.organization_id = c.organization_id
   where c.organization_id = :organizationId`;

const findTiming = async (tx: Tx, organizationId: number): Promise<StoredTiming | undefined> => {
  const { rows } = await tx.raw<{ rows: StoredTiming[] }>(selectTiming, { organizationId });
  return rows[0];
};

/** Keeps the present calendars until the open tasks are counted by them up to now. */
const queue = async (
  tx: Tx,
  organizationId: number,
  { configuration, time_zone }: StoredTiming,
): Promise<void> => {
  await tx('target_recounts').insert({
    organization_id: organizationId,
    time_zone: time_zone ?? defaultTimeZone,
    calendars: JSON.stringify(configuration.calendars ?? []),
  });
};

/** Queues the count of open tasks if the new configuration has other calendars or targets. Call it before it is stored. */
export const queueRecountOfConfiguration = async (
  tx: Tx,
  organizationId: number,
  { calendars = [], targets = [] }: Timing,
): Promise<void> => {
  const before = await findTiming(tx, organizationId);
  if (!before) return;
  const { calendars: formerCalendars = [], targets: formerTargets = [] } = before.configuration;
  const areSame =
    isDeepStrictEqual(formerTargets, targets) &&
    (targets.length === 0 || isDeepStrictEqual(formerCalendars, calendars));
  if (!areSame) await queue(tx, organizationId, before);
};

/** Queues the count of open tasks if the time zone changes. Call it before it is stored. */
export const queueRecountOfTimeZone = async (
  tx: Tx,
  organizationId: number,
  timeZone: string,
): Promise<void> => {
  const before = await findTiming(tx, organizationId);
  if (!before || (before.configuration.targets ?? []).length === 0) return;
  if (before.time_zone !== timeZone) await queue(tx, organizationId, before);
};
