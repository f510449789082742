import { streams } from '@obieg/contracts';
import type { EventSource, Logger } from '@obieg/service-kit';
import { onCalendarKeyChanged } from './on-calendar-key';
import { onConfigurationChanged } from './on-configuration';
import { onMailInChanged } from './on-mail-in';
import { taskReactions } from './on-task';
import { onWebhookChanged } from './on-webhook';

/** Events of other services: which groups they use, and changes for the security log. Sign-in does not depend on them. */
export const createConsumers = (log: Logger): EventSource[] => [
  { stream: streams.workflow, reactions: [onConfigurationChanged(log)] },
  {
    stream: streams.tasks,
    reactions: [
      ...taskReactions(log),
      onWebhookChanged(log),
      onCalendarKeyChanged(log),
      onMailInChanged(log),
    ],
  },
];
