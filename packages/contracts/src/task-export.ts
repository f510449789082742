import * as z from 'zod';
import { type TaskTextName, taskTextNames } from './task-fields';
import { type TaskSortKey, taskListQuerySchema, taskSortKeys } from './task-list-query';

/** Rows of one export. */
export const taskExportMax = 200_000;

/** `semicolon` is what spreadsheets expect where a comma separates decimals, as in Poland. */
export const csvDelimiters = { comma: ',', semicolon: ';' } as const;
export type CsvDelimiter = keyof typeof csvDelimiters;

export type TaskExportColumn = TaskSortKey | TaskTextName;
/** Columns of an export, in their default order: those of the list, with complete texts, and the description. */
export const taskExportColumns: readonly TaskExportColumn[] = [...taskSortKeys, ...taskTextNames];

/** Longer than all columns together. */
const columnsMaxLength = 300;

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/**
 * Query of GET /api/tasks/export: that of the list without its pages, the `columns` of a view (comma-separated; all by
 * default, in their default order) and whether each question has a column, too. The response is CSV (RFC 4180) in UTF-8
 * with a byte order mark. Times are those of the organization's clocks.
 */
export const taskExportQuerySchema = taskListQuerySchema.omit({ limit: true, cursor: true }).extend({
  format: z.literal('csv'),
  columns: z
    .string()
    .max(columnsMaxLength)
    .transform((joined) => joined.split(',').filter(Boolean))
    .pipe(z.array(z.enum(taskExportColumns)).min(1))
    .refine((columns) => new Set(columns).size === columns.length, { message: 'A column is repeated' })
    .optional(),
  withAnswers: flag.default(true),
  delimiter: z.enum(['comma', 'semicolon']).default('comma'),
});
export type TaskExportQuery = z.output<typeof taskExportQuerySchema>;
