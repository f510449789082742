import type { TaskLink } from '@obieg/contracts';
import type { TaskPart } from '../tasks/task-parts';
import { selectLinks } from './links.repo';

/** The links of a task whose other task the caller may see; none for visitors. */
export const linksPart: TaskPart<TaskLink[]> = {
  select: (knex, { caller: { actor }, publicTaskId }) =>
    actor ? [selectLinks(knex, publicTaskId, actor)] : [],
  present: ({ view }, [rows = []]) => (view === 'visitor' ? [] : rows.map(({ link }) => link as TaskLink)),
};
