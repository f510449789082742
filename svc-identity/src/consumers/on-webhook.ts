import { isKnownValue, type SecurityEvent, type WebhookChange, webhookChanges } from '@obieg/contracts';
import { defineReaction, type Logger } from '@obieg/service-kit';
import { serviceOrigin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';

const eventOf: Record<WebhookChange, SecurityEvent> = {
  CREATED: 'webhook.create',
  CHANGED: 'webhook.change',
  ROTATED: 'webhook.rotate',
  DELETED: 'webhook.delete',
  SWITCHED_OFF: 'webhook.switch-off',
};

/** Records changes of webhooks, which svc-tasks owns, in the security log. */
export const onWebhookChanged = (log: Logger) =>
  defineReaction({
    type: 'obieg.tasks.webhook.changed',
    apply: async (tx, { data: { organizationId, change, actorUserId, host, ip } }) => {
      // A change that only a newer version knows has no name here.
      if (!isKnownValue(webhookChanges, change)) return;
      const origin = { ...serviceOrigin(organizationId, log), actorId: actorUserId, ip };
      await recordSecurity(tx, origin, { event: eventOf[change], details: { name: host } });
    },
  });
