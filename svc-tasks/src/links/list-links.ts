import { maskAddresses, type TaskLink } from '@obieg/contracts';
import type { View } from '../policy/tasks.policy';
import type { TaskPart } from '../tasks/task-parts';
import { selectLinks } from './links.repo';

const presentLink = ({ task, ...link }: TaskLink, view: View): TaskLink => {
  const { assigneeName, assigneeAddressHint } = task;
  return {
    ...link,
    task: {
      ...task,
      assigneeName: assigneeName && (view === 'member' ? assigneeName : maskAddresses(assigneeName)),
      assigneeAddressHint: view === 'member' ? assigneeAddressHint : null,
    },
  };
};

/** The links of a task whose other task the caller may see; none for visitors. */
export const linksPart: TaskPart<TaskLink[]> = {
  select: (knex, { caller: { actor }, publicTaskId }) =>
    actor ? [selectLinks(knex, publicTaskId, actor)] : [],
  present: ({ view }, [rows = []]) =>
    view === 'visitor' ? [] : rows.map(({ link }) => presentLink(link as TaskLink, view)),
};
