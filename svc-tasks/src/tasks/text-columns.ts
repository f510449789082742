import { isTaskTextReadable, mapTaskTexts, type TaskTextName, taskTextNames } from '@obieg/contracts';
import type { View } from '../policy/tasks.policy';

/** Column of each optional text in `tasks`. */
export const textColumns = {
  description: 'description',
} as const satisfies Record<TaskTextName, string>;

type TextColumn = (typeof textColumns)[TaskTextName];
export type TextRow = Record<TextColumn, string | null>;
export const textColumnNames: readonly TextColumn[] = Object.values(textColumns);

/** The texts of a task for a view. Null: empty, or not for this view. */
export const presentTexts = (row: TextRow, view: View): Record<TaskTextName, string | null> =>
  mapTaskTexts((name) => (isTaskTextReadable(name, view) ? row[textColumns[name]] : null));

/**
 * Reads the columns from a request. Omits texts that the request does not contain, so that a page of an earlier release
 * keeps texts that it does not know, and texts that the view does not contain.
 */
export const readTexts = (
  request: Partial<Record<TaskTextName, string | null | undefined>>,
  view: View,
): Partial<TextRow> =>
  Object.fromEntries(
    taskTextNames
      .filter((name) => request[name] !== undefined && isTaskTextReadable(name, view))
      .map((name) => [textColumns[name], request[name] || null]),
  );

/** Whether the columns differ from those of a task. */
export const hasOtherTexts = (task: TextRow, texts: Partial<TextRow>): boolean =>
  textColumnNames.some((column) => texts[column] !== undefined && texts[column] !== task[column]);

/** The columns of a new task. */
export const readNewTexts = (...input: Parameters<typeof readTexts>): TextRow => ({
  ...(Object.fromEntries(textColumnNames.map((column) => [column, null])) as TextRow),
  ...readTexts(...input),
});
