import type { RunTimers } from '../timers/timer-worker';
import { getConfiguration } from '../workflow-model/configuration.repo';
import { advanceStored } from './follow-targets';

/** Advances the clocks of which most of the time, or all, has passed. */
export const runTargetTimers: RunTimers = async (tx, timers, { organizationId, now }) => {
  const configuration = await getConfiguration(tx, {
    organizationId,
    tenantScope: organizationId,
    language: 'en',
  });
  const taskIds = timers.map(({ task_id }) => task_id);
  await advanceStored(tx, configuration, taskIds, { cause: 'TIME', at: now.getTime() });
};
