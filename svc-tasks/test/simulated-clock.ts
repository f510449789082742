import { withOrganization } from '@obieg/service-kit';
import type { Fixture } from './fixture';

const halfDayHours = 12;
/** Hour of the organization's clock at the start of a half. The hours between are not simulated. */
const hourOfHalf = { day: 10, night: 22 };

/** The time zone in which it is this hour at the hour of UTC. The signs of `Etc` zones are inverted (POSIX). */
const zoneOf = (localHour: number, utcHour: number): string => {
  const offset = ((localHour - utcHour + 36) % 24) - 12;
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
};

/**
 * A clock for the mails of acme that moves by half days: the day begins at 10:00, the night at 22:00. The clock of the
 * database cannot be set. Instead, stored times move into the past and the time zone of the organization changes.
 */
export const createClock = ({ service, acme }: Fixture) => {
  const utcHour = new Date().getUTCHours();
  let halfDays = 0;
  const setHalf = (half: keyof typeof hourOfHalf): Promise<void> =>
    withOrganization(service.db, acme.id, async (tx) => {
      await tx('organizations').update({ time_zone: zoneOf(hourOfHalf[half], utcHour) });
    });
  return {
    start: () => setHalf('day'),
    day: () => Math.floor(halfDays / 2),
    isNight: () => halfDays % 2 === 1,
    advance: async (): Promise<void> => {
      halfDays += 1;
      await withOrganization(service.db, acme.id, async (tx) => {
        const passed = `interval '${halfDayHours} hours'`;
        await tx.raw(
          `update notification_mails set created_at = created_at - ${passed}, due_at = due_at - ${passed},
                  planned_at = planned_at - ${passed}`,
        );
        await tx.raw(`update mail_keys set created_at = created_at - ${passed}`);
      });
      await setHalf(halfDays % 2 === 1 ? 'night' : 'day');
    },
  };
};
