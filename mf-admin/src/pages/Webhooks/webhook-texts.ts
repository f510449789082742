import {
  type DeliveryFailure,
  type WebhookEvent,
  webhookEvents,
  webhookLimits,
  webhookTestEvent,
} from '@obieg/contracts';
import type { Translate } from '@obieg/web-kit';

/** Keys of texts have no dots and dashes. */
const keyOf = (event: WebhookEvent): string =>
  event.replace('task.', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

export const nameEvent = (t: Translate, event: WebhookEvent): string => t(`webhooks.events.${keyOf(event)}`);
/** What the event means. */
export const explainEvent = (t: Translate, event: WebhookEvent): string =>
  t(`webhooks.eventHelp.${keyOf(event)}`);

/** The name of an event, also of a test or of one that only a newer version knows. */
export const nameAnyEvent = (t: Translate, event: string): string => {
  if (event === webhookTestEvent) return t('webhooks.events.test');
  const known = webhookEvents.find((one) => one === event);
  return known ? nameEvent(t, known) : event;
};

interface Attempt {
  failure?: DeliveryFailure | undefined;
  responseStatus: number | null;
}

/** Says why the last attempt failed. Undefined if it did not, or if only a newer version knows why. */
export const describeFailure = (t: Translate, { failure, responseStatus }: Attempt): string | undefined =>
  failure &&
  t(`webhooks.failures.${failure}`, {
    status: responseStatus ?? '',
    seconds: webhookLimits.timeoutMs / 1_000,
    hours: webhookLimits.retryHours,
  });
