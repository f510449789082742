import { streams } from '@obieg/contracts';
import type { EventSource, Logger } from '@obieg/service-kit';
import { onConfigurationChanged } from './on-configuration';
import { taskReactions } from './on-task';

/** Events of other services: which groups they use. Sign-in does not depend on them. */
export const createConsumers = (log: Logger): EventSource[] => [
  { stream: streams.workflow, reactions: [onConfigurationChanged(log)] },
  { stream: streams.tasks, reactions: taskReactions(log) },
];
