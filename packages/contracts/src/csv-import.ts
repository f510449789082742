import * as z from 'zod';
import { textSchema } from './text';

/** Rows of one call of an import. */
export const importRowsMax = 200;
/** Size of the rows of one call in bytes. The rest of the body is for the mapping. */
export const importBytes = 200 * 1024;
/** Columns of one call. */
export const importColumnsMax = 200;

const headingMaxLength = 500;
/** Names a column in problems. */
export const importHeadingSchema = textSchema(headingMaxLength);

const importRowSchema = z.object({
  /** Line of the file, for the result. */
  line: z.int().min(1),
  /** In the order of the mapping. Missing cells are empty. */
  cells: z.array(z.string()).max(importColumnsMax),
});
export type ImportRow = z.infer<typeof importRowSchema>;
export const importRowsSchema = z.array(importRowSchema).min(1).max(importRowsMax);

/** A dry run answers what the import would do, and writes nothing. */
export const importQuerySchema = z.object({
  dryRun: z.enum(['true', 'false']).transform((value) => value === 'true'),
});

const importProblemSchema = z.object({
  /** Heading of the column. */
  field: z.string(),
  message: z.string(),
});
export type ImportProblem = z.infer<typeof importProblemSchema>;
export const importProblemsSchema = z.array(importProblemSchema);
