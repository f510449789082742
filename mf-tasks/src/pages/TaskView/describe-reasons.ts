import type { TransitionOption } from '@obieg/contracts';
import type { Translate } from '@obieg/web-kit';

/** More names than this say less. */
const namedGroups = 5;

/** Why it cannot be run, a sentence a reason; with the groups that may, where they are known. */
export const describeReasons = (
  { reasons, executorGroupNames = [] }: TransitionOption,
  t: Translate,
): string[] =>
  reasons.map((reason) => {
    const count = executorGroupNames.length;
    if (reason !== 'EXECUTOR_GROUP_REQUIRED' || count === 0) return t(`task.reasons.${reason}`);
    const groups = executorGroupNames.slice(0, namedGroups).join(', ');
    return t(count > namedGroups ? 'task.executorGroupsAmong' : 'task.executorGroups', { count, groups });
  });
