import { defineReaction, type Logger } from '@obieg/service-kit';
import { serviceOrigin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';

/** Records in the security log that an organization allows tasks by mail, a setting of svc-tasks. */
export const onMailInChanged = (log: Logger) =>
  defineReaction({
    type: 'obieg.tasks.mail-in.changed',
    apply: async (tx, { data: { organizationId, acceptsTasks, actorUserId, ip } }) => {
      const origin = { ...serviceOrigin(organizationId, log), actorId: actorUserId, ip };
      await recordSecurity(tx, origin, { event: acceptsTasks ? 'mail-in.on' : 'mail-in.off', details: {} });
    },
  });
