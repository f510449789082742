import type { Task, TaskLink, TransitionOption } from '@obieg/contracts';

/** Blocking tasks and subtasks that are not in a FINAL status. */
export interface OpenWork {
  blocking: readonly TaskLink['task'][];
  subtasks: readonly TaskLink['task'][];
}

const noWork: OpenWork = { blocking: [], subtasks: [] };

/**
 * Finds what is still open when a transition finishes a task. The server has left out the links to tasks that the
 * caller may not see.
 */
export const findOpenWork = (
  { toStatusType }: TransitionOption,
  { statusType }: Pick<Task, 'statusType'>,
  links: readonly TaskLink[],
): OpenWork => {
  if (toStatusType !== 'FINAL' || statusType === 'FINAL') return noWork;
  const listOpen = (relation: TaskLink['relation']) =>
    links
      .filter((link) => link.relation === relation && link.task.statusType !== 'FINAL')
      .map(({ task }) => task);
  return { blocking: listOpen('BLOCKED_BY'), subtasks: listOpen('PARENT_OF') };
};

/** The dialog opens before the transition: for its parameters, for open work, or if the user would lose the task. */
export const needsDialog = (option: TransitionOption, { blocking, subtasks }: OpenWork): boolean =>
  option.requiredParameters.length > 0 ||
  blocking.length > 0 ||
  subtasks.length > 0 ||
  option.sightChange === 'LOST';
