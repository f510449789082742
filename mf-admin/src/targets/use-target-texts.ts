import type { Target } from '@obieg/contracts';
import { usePriorityLabels } from '@obieg/ui';
import { useConditionTexts } from '../conditions/use-condition-texts';
import { useAdminMessages } from '../i18n/messages';
import type { TargetData } from './use-target-data';

const minutesPerHour = 60;

/** Returns functions that put targets into words. What does not exist any more appears with its id. */
export const useTargetTexts = ({ calendars, parameters, statuses }: TargetData) => {
  const t = useAdminMessages();
  const priorityLabels = usePriorityLabels();
  const { describeAll } = useConditionTexts(parameters);
  const statusNames = new Map(statuses.map(({ id, name }) => [id, name]));
  const nameStatuses = (ids: readonly number[]): string =>
    ids.map((id) => t('target.quoted', { name: statusNames.get(id) ?? `#${id}` })).join(', ');
  const describeTime = (minutes: number): string => {
    const hours = Math.floor(minutes / minutesPerHour);
    const rest = minutes % minutesPerHour;
    return [
      ...(hours > 0 ? [t('target.hoursShort', { hours })] : []),
      ...(rest > 0 || hours === 0 ? [t('target.minutesShort', { minutes: rest })] : []),
    ].join(' ');
  };
  const describeMoment = ({ event, statusIds }: Target['start'] | Target['end']): string =>
    event ? t(`targetEvents.${event}`) : t('target.enters', { names: nameStatuses(statusIds ?? []) });
  const describe = (target: Target): string =>
    [
      t('target.sentence', {
        time: describeTime(target.minutes),
        start: describeMoment(target.start),
        end: describeMoment(target.end),
        calendar: calendars.find(({ id }) => id === target.calendarId)?.name ?? `#${target.calendarId}`,
      }),
      ...(target.priorities.length > 0
        ? [
            t('target.forPriorities', {
              names: target.priorities.map((one) => priorityLabels[one]).join(', '),
            }),
          ]
        : []),
      ...(target.conditions.length > 0
        ? [t('target.onlyIf', { conditions: describeAll(target.conditions) })]
        : []),
      ...(target.pausedStatusIds.length > 0
        ? [t('target.pausesIn', { names: nameStatuses(target.pausedStatusIds) })]
        : []),
    ].join(' ');
  return { describe, describeTime, describeMoment, nameStatuses };
};
