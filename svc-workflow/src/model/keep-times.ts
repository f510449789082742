import type { Configuration } from './configuration.model';

type Times = Pick<Configuration, 'calendars' | 'targets'>;

/** A configuration of a version that knew no calendars and targets. */
export type UntimedConfiguration = Omit<Configuration, keyof Times> & Partial<Times>;

/**
 * Completes a configuration that says nothing about calendars and targets with those of the organization. Leaves out
 * targets whose statuses or parameters it does not have.
 */
export const keepUnnamedTimes = (before: Times, wanted: UntimedConfiguration): Configuration => {
  const statuses = new Set(wanted.statuses.map(({ id }) => id));
  const parameters = new Set(wanted.parameters.map(({ id }) => id));
  const fits = ({ start, end, pausedStatusIds, conditions }: Times['targets'][number]): boolean =>
    [...(start.statusIds ?? []), ...(end.statusIds ?? []), ...pausedStatusIds].every((id) =>
      statuses.has(id),
    ) && conditions.every(({ parameterId }) => parameters.has(parameterId));
  return {
    ...wanted,
    calendars: wanted.calendars ?? before.calendars,
    targets: wanted.targets ?? before.targets.filter(fits),
  };
};
