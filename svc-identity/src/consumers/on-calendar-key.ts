import {
  type CalendarKeyChange,
  calendarKeyChanges,
  isKnownValue,
  type SecurityEvent,
} from '@obieg/contracts';
import { defineReaction, type Logger } from '@obieg/service-kit';
import { serviceOrigin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';

const eventOf: Record<CalendarKeyChange, SecurityEvent> = {
  CREATED: 'calendar-key.create',
  REVOKED: 'calendar-key.revoke',
};

/** Records changes of the keys of calendar feeds, which svc-tasks owns, in the security log. */
export const onCalendarKeyChanged = (log: Logger) =>
  defineReaction({
    type: 'obieg.tasks.calendar-key.changed',
    apply: async (tx, { data: { organizationId, userId, change, ip } }) => {
      // A change that only a newer version knows has no name here.
      if (!isKnownValue(calendarKeyChanges, change)) return;
      const origin = { ...serviceOrigin(organizationId, log), actorId: userId, ip };
      await recordSecurity(tx, origin, { event: eventOf[change], subject: { type: 'user', id: userId } });
    },
  });
