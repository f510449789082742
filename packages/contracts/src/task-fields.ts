import { limits } from './limits';
import { type TaskView, taskViews } from './task-values';

/** An optional text of a task. */
interface TaskText {
  /** In UTF-16 code units. */
  maxLength: number;
  /** Lines of its input. One: the text is a single line. */
  rows: number;
  /** The least privileged view that reads the text. Only callers who may read a text may submit it. */
  readableBy: TaskView;
  /** The list offers the text as a column. Its rows are not sortable by it. */
  hasColumn: boolean;
}

/**
 * The optional texts of a task, in the order of the forms. Requests, responses, columns, edits, history and screens
 * derive from an entry (docs/how-to/add-a-field.md).
 */
const texts = {
  description: { maxLength: limits.descriptionMaxLength, rows: 6, readableBy: 'visitor', hasColumn: false },
} as const satisfies Record<string, TaskText>;

export type TaskTextName = keyof typeof texts;
export const taskTexts: Readonly<Record<TaskTextName, TaskText>> = texts;
export const taskTextNames = Object.keys(texts) as TaskTextName[];

/** The texts that are columns of the list. The description is below the title instead. */
export const taskTextColumns = taskTextNames.filter((name) => taskTexts[name].hasColumn);

/** Builds an object with one value per text. */
export const mapTaskTexts = <Value>(build: (name: TaskTextName) => Value): Record<TaskTextName, Value> =>
  Object.fromEntries(taskTextNames.map((name) => [name, build(name)])) as Record<TaskTextName, Value>;

/** Whether a view contains a text. */
export const isTaskTextReadable = (name: TaskTextName, view: TaskView): boolean =>
  taskViews.indexOf(view) >= taskViews.indexOf(taskTexts[name].readableBy);
