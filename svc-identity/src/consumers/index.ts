import { streams } from '@obieg/contracts';
import { onConfigurationChanged } from './on-configuration';
import { onTaskChanged, onTaskDeleted } from './on-task';

/** What svc-identity learns from others: which groups they use, and nothing that signing in depends on. */
export const consumers = [
  { stream: streams.workflow, reactions: [onConfigurationChanged] },
  { stream: streams.tasks, reactions: [onTaskChanged, onTaskDeleted] },
];
