import * as z from 'zod';
import { importColumnsMax, importHeadingSchema, importProblemsSchema, importRowsSchema } from './csv-import';
import { publicTaskIdSchema } from './identifiers';
import { limits } from './limits';
import { openEnum } from './open-enum';
import { requiredTextSchema } from './text';

/** Characters of an external number. */
export const taskImportKeyMaxLength = 200;

/** What a column of an imported file contains. `answer`: the answer to a question. */
export const taskImportFields = [
  'key',
  'title',
  'description',
  'status',
  'priority',
  'assignee',
  'reporter',
  'createdAt',
  'updatedAt',
  'dueAt',
  'answer',
] as const;
export type TaskImportField = (typeof taskImportFields)[number];

const importColumnSchema = z.object({
  heading: importHeadingSchema,
  field: z.enum(taskImportFields),
  /** Heading or parameter name of the question of an `answer`. By default, the heading of the column. */
  question: importHeadingSchema.optional(),
});
export type TaskImportColumn = z.infer<typeof importColumnSchema>;

const hasFieldsOnce = (mapping: readonly TaskImportColumn[]): boolean => {
  const fields = mapping.map(({ field }) => field).filter((field) => field !== 'answer');
  return new Set(fields).size === fields.length;
};

/**
 * POST /api/tasks/import. The keys of one `source` create each task once. Without a column for the key, the line is the
 * key: choose a new source for each file.
 */
export const importTasksSchema = z
  .object({
    source: requiredTextSchema(limits.nameMaxLength),
    mapping: z
      .array(importColumnSchema)
      .min(1)
      .max(importColumnsMax)
      .refine(hasFieldsOnce, { message: 'A field has two columns' })
      .refine((mapping) => mapping.some(({ field }) => field === 'title'), {
        message: 'No column is the title',
      }),
    rows: importRowsSchema,
  })
  .meta({ id: 'ImportTasks' });
export type ImportTasks = z.input<typeof importTasksSchema>;

/** `UNCHANGED`: the key exists already. Its task stays as it is, also if it was deleted. */
const taskImportOutcomes = ['CREATED', 'UNCHANGED', 'REFUSED'] as const;

/** One result for each row, in the order of the request. */
export const importTasksResponseSchema = z
  .object({
    success: z.boolean(),
    results: z.array(
      z.object({
        line: z.int(),
        outcome: openEnum(taskImportOutcomes, 'REFUSED'),
        /** Absent in a dry run, and for a task that the caller may not see. */
        publicTaskId: publicTaskIdSchema.optional(),
        problems: importProblemsSchema,
      }),
    ),
  })
  .meta({ id: 'ImportTasksResponse' });
export type ImportTasksResponse = z.infer<typeof importTasksResponseSchema>;
export type TaskImportResult = ImportTasksResponse['results'][number];
