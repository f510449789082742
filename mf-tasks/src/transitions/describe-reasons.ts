import type { TransitionOption } from '@obieg/contracts';
import type { Translate } from '@obieg/web-kit';

/** A longer list of names does not help the reader. */
const maxGroupNames = 5;

/** Returns a sentence per reason why the transition cannot run, with the names of the executor groups if known. */
export const describeReasons = (
  { reasons, executorGroupNames = [] }: TransitionOption,
  t: Translate,
): string[] =>
  reasons.map((reason) => {
    const count = executorGroupNames.length;
    if (reason !== 'EXECUTOR_GROUP_REQUIRED' || count === 0) return t(`task.reasons.${reason}`);
    const groups = executorGroupNames.slice(0, maxGroupNames).join(', ');
    return t(count > maxGroupNames ? 'task.executorGroupsAmong' : 'task.executorGroups', { count, groups });
  });
