import { streams } from '@obieg/contracts';
import type { EventSource, Logger } from '@obieg/service-kit';
import { onConfigurationChanged } from './on-configuration';
import { taskReactions } from './on-task';

/** What svc-identity learns from others: which groups they use, and nothing that signing in depends on. */
export const createConsumers = (log: Logger): EventSource[] => [
  { stream: streams.workflow, reactions: [onConfigurationChanged(log)] },
  { stream: streams.tasks, reactions: taskReactions(log) },
];
